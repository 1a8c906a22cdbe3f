import type { Invite } from "../invites/invite.js";
import type { AccountId, InviteId } from "../kernel/ids.js";

/** Takes over invites that a run has scheduled. */
export interface InviteSender {
  /**
   * Called once the invites are stored, with the planned time of each in `sentAt`. An invite with a known id replaces the earlier
   * one: a new version of its appointment may change its time or recipient, and a crash may repeat the last invites of a run.
   * Whoever sends them asks before whether the patient has not said stop meanwhile.
   */
  schedule(account: AccountId, invites: readonly Invite[]): Promise<void>;
  /**
   * Called after planned invites were withdrawn, because their appointments do not take place. A crash may lose the call, so a
   * sender checks that an invite still exists before it sends it.
   */
  withdraw?(account: AccountId, invites: readonly InviteId[]): Promise<void>;
}
