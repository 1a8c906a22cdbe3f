import { record } from "../feed/publication.js";
import { removeRecords } from "../feed/remove-records.js";
import { invitePublication } from "../invites/invite-publication.js";
import type { Invite } from "../invites/invite.js";
import type { InviteId } from "../kernel/ids.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";
import type { NpsSurvey, Review } from "./review.js";
import type { ReviewStores } from "./review-publications.js";
import { npsSurveyPublication, reviewPublication } from "./review-publications.js";

/**
 * Deletes invites and unlinks their reviews and NPS surveys, so that a later invite with the same id does not match
 * them. Returns the invites that existed.
 */
export async function removeInvites(
  ids: readonly InviteId[],
  work: UnitOfWork<ReviewStores>,
): Promise<readonly Invite[]> {
  const { stores, account } = work;
  const removed = await removeRecords(invitePublication, ids, work);
  const gone = removed.map(({ id }) => id);
  await record(reviewPublication, withoutInvite(await stores.reviews.ofInvites(account, gone)), work);
  await record(npsSurveyPublication, withoutInvite(await stores.npsSurveys.ofInvites(account, gone)), work);
  return removed;
}

const withoutInvite = <R extends Review | NpsSurvey>(reviews: readonly R[]): readonly R[] =>
  reviews.map((review) => ({ ...review, inviteId: null }));
