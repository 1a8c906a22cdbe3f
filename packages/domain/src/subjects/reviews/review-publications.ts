import type { FeedList } from "../../foundation/feed/feed.js";
import type { FeedStores } from "../../foundation/feed/publication.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { InviteStore } from "../invites/invite-store.js";
import { reviewEntry } from "./review-item.js";
import type { InvitedStore, NpsSurveyStore, ReviewStore } from "./review-store.js";
import type { NpsSurvey, Review } from "./review.js";

export type ReviewStores = FeedStores & {
  readonly reviews: ReviewStore;
  readonly npsSurveys: NpsSurveyStore;
  readonly invites: InviteStore;
};

export const reviewPublication = publicationIn<Review>("reviews", ({ reviews }) => reviews);

export const npsSurveyPublication = publicationIn<NpsSurvey>("surveys", ({ npsSurveys }) => npsSurveys);

function publicationIn<R extends Review | NpsSurvey>(list: FeedList, store: (stores: ReviewStores) => InvitedStore<R>) {
  return {
    store,
    listsOf: () => [list],
    async render(reviews: readonly R[], { stores, account, names, now }: UnitOfWork<ReviewStores>) {
      const mentioned = reviews.flatMap(({ inviteId }) => inviteId ?? []);
      const found = await stores.invites.byIds(account, [...new Set(mentioned)]);
      const invites = new Map(found.map((invite) => [invite.id, invite]));
      const inviteOf = ({ inviteId }: R) => (inviteId === null ? undefined : invites.get(inviteId));
      return reviews.map((review) => ({ list, entry: reviewEntry(review, names, inviteOf(review), now) }));
    },
  };
}
