import type { CatalogReader } from "../foundation/catalog/catalog-store.js";
import type { AccountId } from "../foundation/kernel/ids.js";
import { aLocation, anEntry, locationId } from "./builders.js";
import { type Fresh, freshStorage, readList } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";

export function unitOfWorkContract(fresh: Fresh): void {
  describe("a unit of work", () => {
    const open = freshStorage(fresh);

    const locations = [aLocation()];
    const idsIn = async (catalog: CatalogReader, account: AccountId) =>
      (await catalog.read(account, "locations")).locations.map(({ id }) => id as number);
    const committedIds = (account: AccountId) => open.storage.read(account, ({ catalog }) => idsIn(catalog, account));

    it("returns its work's result and keeps the stored data", async () => {
      const result = await open.storage.transact(open.mine, async ({ catalog }) => {
        await catalog.save(open.mine, { locations });
        return "done";
      });
      expect(result).toBe("done");
      expect(await committedIds(open.mine)).toEqual([1]);
    });

    it("leaves no data behind when its work throws", async () => {
      const failed = open.storage.transact(open.mine, async ({ catalog, feed }) => {
        await catalog.save(open.mine, { locations });
        await feed.publish(open.mine, "reviews", [anEntry()]);
        throw new Error("no");
      });
      await expect(failed).rejects.toThrow("no");
      expect(await committedIds(open.mine)).toEqual([]);
      expect(await readList(open.storage, open.mine, "reviews")).toEqual({ items: [], count: 0, watermark: 0 });
    });

    it("does not affect the next one when it fails", async () => {
      await expect(open.storage.transact(open.mine, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
      await expect(open.storage.transact(open.mine, async () => "yes")).resolves.toBe("yes");
    });

    it("sees its own changes before they are committed", async () => {
      await open.storage.transact(open.mine, async ({ catalog }) => {
        await catalog.save(open.mine, { locations });
        expect(await idsIn(catalog, open.mine)).toEqual([1]);
        expect(await committedIds(open.mine)).toEqual([]);
      });
      expect(await committedIds(open.mine)).toEqual([1]);
    });

    it("waits for the previous one on its account, so that no update is lost", async () => {
      const addOne = () =>
        open.storage.transact(open.mine, async ({ catalog }) => {
          const next = (await idsIn(catalog, open.mine)).length + 1;
          await catalog.save(open.mine, { locations: [aLocation({ id: locationId(next) })] });
        });
      await Promise.all(Array.from({ length: 8 }, addOne));
      expect(await committedIds(open.mine)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    });

    it("receives a time in whole seconds that never goes backwards on its account", async () => {
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

    it("shows a reader one snapshot, despite concurrent commits", async () => {
      await open.storage.read(open.mine, async ({ catalog }) => {
        expect(await idsIn(catalog, open.mine)).toEqual([]);
        await open.storage.transact(open.mine, (stores) => stores.catalog.save(open.mine, { locations }));
        expect(await idsIn(catalog, open.mine)).toEqual([]);
      });
    });
  });
}
