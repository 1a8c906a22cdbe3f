import type { Invite } from "../invites/invite.js";
import type { AccountId, InviteId } from "../../foundation/kernel/ids.js";

/** Sends the invites that runs schedule. */
export interface InviteSender {
  /**
   * Called after the invites are stored. `sentAt` is the planned time. An invite with a known id replaces the earlier
   * invite, because a new version of the appointment may change its time or recipient. After a crash, the last invites
   * of a run may be scheduled again. Before sending, the sender must check that the patient has not opted out.
   */
  schedule(account: AccountId, invites: readonly Invite[]): Promise<void>;
  /**
   * Called after planned invites are withdrawn because their appointments do not take place. A crash may lose the call.
   * Before sending, the sender must check that the invite still exists.
   */
  withdraw?(account: AccountId, invites: readonly InviteId[]): Promise<void>;
}
