import type { Rendering } from "../feed/publication.js";
import { publish, record } from "../feed/publication.js";
import { npsSurveyPublication, reviewPublication } from "../reviews/review-publications.js";
import type { Invite } from "./invite.js";
import { invitePublication } from "./invite-publication.js";

/** Stores and publishes invites that are new or different, and what mentions them again; answers the invites. */
export async function recordInvites(invites: readonly Invite[], rendering: Rendering): Promise<readonly Invite[]> {
  const { stores, account } = rendering;
  const changed = await record(invitePublication, invites, rendering);
  const ids = changed.map(({ id }) => id);
  await publish(reviewPublication, await stores.reviews.ofInvites(account, ids), rendering);
  await publish(npsSurveyPublication, await stores.npsSurveys.ofInvites(account, ids), rendering);
  return changed;
}
