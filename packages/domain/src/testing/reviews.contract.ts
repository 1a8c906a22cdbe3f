import type { AccountId, InviteId } from "../foundation/kernel/ids.js";
import type { Stores } from "../ports.js";
import type { InvitedStore } from "../subjects/reviews/review-store.js";
import type { NpsSurvey, Review } from "../subjects/reviews/review.js";
import { aLocation, anNpsSurvey, aPlatform, aProvider, aReview, at } from "./builders.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { recordsContract } from "./records.contract.js";
import { describe, expect, it } from "./runner.js";

const sparse = {
  locationId: null,
  providerId: null,
  rating: null,
  comment: null,
  reviewer: null,
  inviteId: 77 as InviteId,
  extras: { visit: "new", "Où?": 'là\n"ici"' },
};
const fraction = { rating: 4.5, comment: "", reviewer: "Zoë 🙂", createdAt: at("1999-12-31T23:59:59Z") };
const mentions = { locationIds: "locationId", providerIds: "providerId", platformIds: "platformId" };

export function reviewsContract(fresh: Fresh): void {
  recordsContract<Review>(fresh, {
    name: "reviews",
    store: ({ reviews }) => reviews,
    make: (overrides) => aReview(overrides as Partial<Review>),
    samples: [aReview({ ...sparse, id: 9 as never }), aReview({ ...fraction, id: 10 as never })],
    mentions,
  });
  recordsContract<NpsSurvey>(fresh, {
    name: "NPS surveys",
    store: ({ npsSurveys }) => npsSurveys,
    make: (overrides) => anNpsSurvey(overrides as Partial<NpsSurvey>),
    samples: [
      anNpsSurvey({ ...sparse, id: 9 as never, npsRating: 0, questionId: null }),
      anNpsSurvey({ ...fraction, id: 10 as never, npsRating: 10, questionId: "Would you?" }),
    ],
    mentions,
  });
  invitedContract<Review>(fresh, "reviews", ({ reviews }) => reviews, aReview);
  invitedContract<NpsSurvey>(fresh, "NPS surveys", ({ npsSurveys }) => npsSurveys, anNpsSurvey);
}

function invitedContract<R extends Review | NpsSurvey>(
  fresh: Fresh,
  name: string,
  storeOf: (stores: Stores) => InvitedStore<R>,
  make: (overrides: { readonly id: never; readonly inviteId: InviteId | null }) => R,
): void {
  describe(`${name} that invites led to`, () => {
    const open = freshStorage(fresh);
    const save = (account: AccountId, ...invites: (number | null)[]) =>
      open.storage.transact(account, async (stores) => {
        const catalog = { locations: [aLocation()], providers: [aProvider()], platforms: [aPlatform()] };
        await stores.catalog.save(account, catalog);
        const records = invites.map((inviteId, index) =>
          make({ id: (index + 1) as never, inviteId: inviteId as never }),
        );
        await storeOf(stores).save(account, records);
      });
    const ofInvites = async (...invites: number[]) => {
      const find = (stores: Stores) => storeOf(stores).ofInvites(open.mine, invites as InviteId[]);
      return (await open.storage.transact(open.mine, find)).map(({ id }) => id as number).sort((a, b) => a - b);
    };

    it("are found only by these invites", async () => {
      await save(open.mine, 5, null, 6, 5);
      await save(open.other, 5, 5, 5, 5, 5, 5);
      expect(await ofInvites(5)).toEqual([1, 4]);
      expect(await ofInvites(6, 5, 404)).toEqual([1, 3, 4]);
      expect(await ofInvites()).toEqual([]);
    });
  });
}
