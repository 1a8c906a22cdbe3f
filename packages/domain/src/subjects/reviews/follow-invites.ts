import { type Publication, publish, record } from "../../foundation/feed/publication.js";
import type { InviteId } from "../../foundation/kernel/ids.js";
import type { BelongsTo } from "../../foundation/records/record-type.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { npsSurveyPublication, reviewPublication, type ReviewStores } from "./review-publications.js";
import type { InvitedStore } from "./review-store.js";
import type { NpsSurvey, Review } from "./review.js";

/** Rules for publishing records that belong to invites, such as reviews. */
type Invited<R extends Review | NpsSurvey> = Omit<Publication<R, ReviewStores>, "store"> & {
  store(stores: ReviewStores): InvitedStore<R>;
};

/** Creates the functions that update reviews or NPS surveys after their invites are changed or deleted. */
export function followInvites<R extends Review | NpsSurvey>(publication: Invited<R>): BelongsTo<ReviewStores> {
  const ofInvites = ({ stores, account }: UnitOfWork<ReviewStores>, invites: readonly number[]) =>
    publication.store(stores).ofInvites(account, invites as readonly InviteId[]);
  return {
    kind: "invite",
    async renderOf(invites, work) {
      await publish(publication, await ofInvites(work, invites), work);
    },
    async release(invites, work) {
      const linked = await ofInvites(work, invites);
      await record(
        publication,
        linked.map((one) => ({ ...one, inviteId: null })),
        work,
      );
    },
  };
}

const followers = [followInvites(reviewPublication), followInvites(npsSurveyPublication)];

/** Renders the reviews and NPS surveys of changed invites again. */
export async function renderOfInvites(invites: readonly number[], work: UnitOfWork<ReviewStores>): Promise<void> {
  for (const { renderOf } of followers) await renderOf(invites, work);
}

/** Unlinks the reviews and NPS surveys of deleted invites. */
export async function releaseInvites(invites: readonly number[], work: UnitOfWork<ReviewStores>): Promise<void> {
  for (const { release } of followers) await release(invites, work);
}
