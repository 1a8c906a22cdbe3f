import { describe, expect, it } from "@jest/globals";
import type { AccountId } from "../kernel/ids.js";
import type { ReviewPage } from "../reviews/review-store.js";
import type { Review } from "../reviews/review.js";
import { aLocation, aPlatform, aProvider, aReview, locationId, platformId, providerId, reviewId } from "./builders.js";
import type { Fresh } from "./fresh-storage.js";
import { freshStorage } from "./fresh-storage.js";

/** What the reviews of any Storage must do. */
export function reviewsContract(fresh: Fresh): void {
  describe("reviews", () => {
    const open = freshStorage(fresh);
    const save = (account: AccountId, ...reviews: Review[]) =>
      open.storage.transact(account, async (stores) => {
        await stores.catalog.save(account, {
          locations: [aLocation(), aLocation({ id: locationId(2) })],
          providers: [aProvider(), aProvider({ id: providerId(11) })],
          platforms: [aPlatform(), aPlatform({ id: platformId(4) })],
        });
        await stores.reviews.save(account, reviews);
      });
    const byIds = (account: AccountId, ...ids: number[]) =>
      open.storage.read(account, (stores) => stores.reviews.byIds(account, ids.map(reviewId)));
    const pageIds = async (page: ReviewPage) =>
      (await open.storage.read(open.mine, (stores) => stores.reviews.page(open.mine, page))).map(
        ({ id }) => id as number,
      );

    const sparse = aReview({
      id: reviewId(9),
      locationId: null,
      providerId: null,
      rating: null,
      comment: null,
      reviewer: null,
      extras: { visit: "new", "Où?": 'là\n"ici"' },
    });

    it("come back with every field, known and unknown ones", async () => {
      const fraction = aReview({ id: reviewId(10), rating: 4.5, comment: "", reviewer: "Zoë 🙂" });
      await save(open.mine, sparse, fraction);
      expect(await byIds(open.mine, 10, 9, 11)).toEqual(expect.arrayContaining([sparse, fraction]));
      expect(await byIds(open.mine, 10, 9, 11)).toHaveLength(2);
      expect(await byIds(open.mine)).toEqual([]);
    });

    it("are replaced whole by one with the same id", async () => {
      await save(open.mine, aReview());
      await save(open.mine, { ...sparse, id: reviewId(501) });
      expect(await byIds(open.mine, 501)).toEqual([{ ...sparse, id: reviewId(501) }]);
    });

    it("are paged by id as numbers, every one once", async () => {
      await save(open.mine, ...[100, 9, 20, 3].map((id) => aReview({ id: reviewId(id) })));
      expect(await pageIds({ after: 0, limit: 3 })).toEqual([3, 9, 20]);
      expect(await pageIds({ after: 20, limit: 3 })).toEqual([100]);
      expect(await pageIds({ after: 100, limit: 3 })).toEqual([]);
    });

    it("are found by any name they mention", async () => {
      await save(
        open.mine,
        aReview({ id: reviewId(1), locationId: locationId(2) }),
        aReview({ id: reviewId(2), providerId: providerId(11) }),
        aReview({ id: reviewId(3), platformId: platformId(4) }),
        aReview({ id: reviewId(4), locationId: null, providerId: null }),
      );
      const none = { locationIds: [], providerIds: [], platformIds: [] };
      const mentioning = (names: Partial<typeof none> & object) =>
        pageIds({ after: 0, limit: 9, mentioning: { ...none, ...names } });
      expect(await mentioning({})).toEqual([]);
      expect(await mentioning({ locationIds: [2] as never })).toEqual([1]);
      expect(await mentioning({ providerIds: [11] as never })).toEqual([2]);
      expect(await mentioning({ platformIds: [4] as never, locationIds: [2] as never })).toEqual([1, 3]);
    });

    it("are paged for their own account alone, whatever they mention", async () => {
      await save(open.mine, aReview({ id: reviewId(1) }));
      await save(open.other, aReview({ id: reviewId(2) }), aReview({ id: reviewId(3), providerId: null }));
      const everything = { locationIds: [1], providerIds: [10], platformIds: [3] };
      expect(await pageIds({ after: 0, limit: 9 })).toEqual([1]);
      expect(await pageIds({ after: 0, limit: 9, mentioning: everything })).toEqual([1]);
    });

    it("are another account's own, even with equal ids", async () => {
      await save(open.mine, aReview());
      await save(open.other, aReview({ comment: "elsewhere" }));
      expect(await byIds(open.mine, 501)).toEqual([aReview()]);
      expect(await byIds(open.other, 501)).toEqual([aReview({ comment: "elsewhere" })]);
    });
  });
}
