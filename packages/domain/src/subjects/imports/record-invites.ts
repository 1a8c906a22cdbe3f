import { record } from "../../foundation/feed/publication.js";
import { removeRecords } from "../../foundation/feed/remove-records.js";
import type { InviteId } from "../../foundation/kernel/ids.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { invitePublication } from "../invites/invite-publication.js";
import type { Invite } from "../invites/invite.js";
import { releaseInvites, renderOfInvites } from "../reviews/follow-invites.js";
import type { ReviewStores } from "../reviews/review-publications.js";

/**
 * Stores and publishes new and changed invites, and publishes their reviews again. Returns the new and changed invites.
 */
export async function recordInvites(
  invites: readonly Invite[],
  work: UnitOfWork<ReviewStores>,
): Promise<readonly Invite[]> {
  const changed = await record(invitePublication, invites, work);
  await renderOfInvites(idsOf(changed), work);
  return changed;
}

/** Deletes invites and unlinks their reviews and NPS surveys. Returns the invites that existed. */
export async function removeInvites(
  ids: readonly InviteId[],
  work: UnitOfWork<ReviewStores>,
): Promise<readonly Invite[]> {
  const removed = await removeRecords(invitePublication, ids, work);
  await releaseInvites(idsOf(removed), work);
  return removed;
}

const idsOf = (invites: readonly Invite[]) => invites.map(({ id }) => id);
