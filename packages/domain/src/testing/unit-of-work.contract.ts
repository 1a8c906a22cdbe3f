import { beforeEach, describe, expect, it } from "@jest/globals";
import { aLocation, aPlatform, aProvider, aReview, anEntry, reviewId } from "./builders.js";
import type { Fresh } from "./fresh-storage.js";
import { freshStorage, readList } from "./fresh-storage.js";

/** What `transact` and `read` of any Storage must do. */
export function unitOfWorkContract(fresh: Fresh): void {
  describe("a unit of work", () => {
    const open = freshStorage(fresh);

    beforeEach(async () => {
      const mentioned = { locations: [aLocation()], providers: [aProvider()], platforms: [aPlatform()] };
      await open.storage.transact(open.mine, ({ catalog }) => catalog.save(open.mine, mentioned));
    });

    it("answers what its work answers, and keeps what it stored", async () => {
      const answer = await open.storage.transact(open.mine, async ({ reviews }) => {
        await reviews.save(open.mine, [aReview()]);
        return "done";
      });
      expect(answer).toBe("done");
      expect(await reviewIds(open.mine)).toEqual([501]);
    });

    it("leaves nothing behind when its work throws", async () => {
      const failed = open.storage.transact(open.mine, async ({ reviews, feed }) => {
        await reviews.save(open.mine, [aReview()]);
        await feed.publish(open.mine, "reviews", [anEntry()]);
        throw new Error("no");
      });
      await expect(failed).rejects.toThrow("no");
      expect(await reviewIds(open.mine)).toEqual([]);
      expect(await readList(open.storage, open.mine, "reviews")).toEqual({ items: [], count: 0, watermark: 0 });
    });

    it("does not stop the next one by failing", async () => {
      await expect(open.storage.transact(open.mine, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
      await expect(open.storage.transact(open.mine, async () => "yes")).resolves.toBe("yes");
    });

    it("sees its own changes before anybody else does", async () => {
      await open.storage.transact(open.mine, async ({ reviews }) => {
        await reviews.save(open.mine, [aReview()]);
        expect(await reviews.byIds(open.mine, [reviewId(501)])).toHaveLength(1);
        expect(await reviewIds(open.mine)).toEqual([]);
      });
      expect(await reviewIds(open.mine)).toEqual([501]);
    });

    it("waits for the one before it on the same account, so that nothing is lost between reading and writing", async () => {
      const addOne = () =>
        open.storage.transact(open.mine, async ({ reviews }) => {
          const stored = await reviews.page(open.mine, { after: 0, limit: 100 });
          await reviews.save(open.mine, [aReview({ id: reviewId(stored.length + 1) })]);
        });
      await Promise.all(Array.from({ length: 8 }, addOne));
      expect(await reviewIds(open.mine)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
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
      await open.storage.read(open.mine, async ({ reviews }) => {
        expect(await reviews.page(open.mine, { after: 0, limit: 10 })).toEqual([]);
        await open.storage.transact(open.mine, (stores) => stores.reviews.save(open.mine, [aReview()]));
        expect(await reviews.page(open.mine, { after: 0, limit: 10 })).toEqual([]);
      });
    });

    const reviewIds = (account: typeof open.mine) =>
      open.storage.read(account, async ({ reviews }) =>
        (await reviews.page(account, { after: 0, limit: 100 })).map(({ id }) => id as number),
      );
  });
}
