import type { AccountId, InviteId } from "../../foundation/kernel/ids.js";
import type { Invite } from "../invites/invite.js";

/** Sends the invites that imports schedule. */
export interface InviteSender {
  /**
   * Schedules invites. Called after the invites are stored. `sentAt` is the planned time.
   *
   * If the sender already has an invite with the same id, the new version replaces the old one, because the appointment
   * may have a new time or recipient. After a crash, the last invites of an import may be scheduled a second time.
   * Before sending, the sender must check that the patient has not opted out.
   */
  schedule(account: AccountId, invites: readonly Invite[]): Promise<void>;
  /**
   * Cancels planned invites. Called after invites are deleted because their appointments do not take place.
   *
   * A crash can prevent this call. Therefore, the sender must check before sending that the invite still exists.
   */
  withdraw?(account: AccountId, invites: readonly InviteId[]): Promise<void>;
}
