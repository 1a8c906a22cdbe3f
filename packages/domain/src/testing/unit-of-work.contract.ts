import { describe, expect, it } from "@jest/globals";
import type { CatalogReader } from "../catalog/catalog-store.js";
import type { AccountId } from "../kernel/ids.js";
import { aLocation, anEntry, locationId } from "./builders.js";
import type { Fresh } from "./fresh-storage.js";
import { freshStorage, readList } from "./fresh-storage.js";

/** What `transact` and `read` of any Storage must do. */
export function unitOfWorkContract(fresh: Fresh): void {
  describe("a unit of work", () => {
    const open = freshStorage(fresh);

    const locations = [aLocation()];
    const idsIn = async (catalog: CatalogReader, account: AccountId) =>
      (await catalog.read(account, "locations")).locations.map(({ id }) => id as number);
    const committedIds = (account: AccountId) => open.storage.read(account, ({ catalog }) => idsIn(catalog, account));

    it("returns what its work returns, and keeps what it stored", async () => {
      const result = await open.storage.transact(open.mine, async ({ catalog }) => {
        await catalog.save(open.mine, { locations });
        return "done";
      });
      expect(result).toBe("done");
      expect(await committedIds(open.mine)).toEqual([1]);
    });

    it("leaves nothing behind when its work throws", async () => {
      const failed = open.storage.transact(open.mine, async ({ catalog, feed }) => {
        await catalog.save(open.mine, { locations });
        await feed.publish(open.mine, "reviews", [anEntry()]);
        throw new Error("no");
      });
      await expect(failed).rejects.toThrow("no");
      expect(await committedIds(open.mine)).toEqual([]);
      expect(await readList(open.storage, open.mine, "reviews")).toEqual({ items: [], count: 0, watermark: 0 });
    });

    it("does not stop the next one by failing", async () => {
      await expect(open.storage.transact(open.mine, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
      await expect(open.storage.transact(open.mine, async () => "yes")).resolves.toBe("yes");
    });

    it("sees its own changes before anybody else does", async () => {
      await open.storage.transact(open.mine, async ({ catalog }) => {
        await catalog.save(open.mine, { locations });
        expect(await idsIn(catalog, open.mine)).toEqual([1]);
        expect(await committedIds(open.mine)).toEqual([]);
      });
      expect(await committedIds(open.mine)).toEqual([1]);
    });

    it("waits for the one before it on the same account, so that nothing is lost between reading and writing", async () => {
      const addOne = () =>
        open.storage.transact(open.mine, async ({ catalog }) => {
          const next = (await idsIn(catalog, open.mine)).length + 1;
          await catalog.save(open.mine, { locations: [aLocation({ id: locationId(next) })] });
        });
      await Promise.all(Array.from({ length: 8 }, addOne));
      expect(await committedIds(open.mine)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    });

    it("is told a time on a whole second that never goes backwards on its account", async () => {
      const times: number[] = [];
      for (const moment of [open.start + 1_999, open.start - 60_000, open.start + 5_000]) {
        open.clock.set(moment);
        await open.storage.transact(open.mine, async ({ feed }, now) => {
          times.push(now - open.start);
          await feed.publish(open.mine, "reviews", [anEntry()]);
        });
      }
      expect(times).toEqual([1_000, 1_000, 5_000]);
    });

    it("shows a reader one state, whatever is committed meanwhile", async () => {
      await open.storage.read(open.mine, async ({ catalog }) => {
        expect(await idsIn(catalog, open.mine)).toEqual([]);
        await open.storage.transact(open.mine, (stores) => stores.catalog.save(open.mine, { locations }));
        expect(await idsIn(catalog, open.mine)).toEqual([]);
      });
    });
  });
}
