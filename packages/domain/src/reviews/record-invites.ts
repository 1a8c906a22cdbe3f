import { publish, record } from "../feed/publication.js";
import type { Invite } from "../invites/invite.js";
import { invitePublication } from "../invites/invite-publication.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";
import type { ReviewStores } from "./review-publications.js";
import { npsSurveyPublication, reviewPublication } from "./review-publications.js";

/** Stores and publishes new and changed invites, and publishes their reviews again. Returns these invites. */
export async function recordInvites(
  invites: readonly Invite[],
  work: UnitOfWork<ReviewStores>,
): Promise<readonly Invite[]> {
  const { stores, account } = work;
  const changed = await record(invitePublication, invites, work);
  const ids = changed.map(({ id }) => id);
  await publish(reviewPublication, await stores.reviews.ofInvites(account, ids), work);
  await publish(npsSurveyPublication, await stores.npsSurveys.ofInvites(account, ids), work);
  return changed;
}
