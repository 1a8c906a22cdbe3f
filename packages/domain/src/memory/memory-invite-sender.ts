import type { InviteSender } from "../imports/invite-sender.js";
import type { Invite } from "../invites/invite.js";

/** Keeps the invites that it is given, in `scheduled`. */
export function memoryInviteSender(): InviteSender & { readonly scheduled: readonly Invite[] } {
  const scheduled: Invite[] = [];
  return { scheduled, schedule: async (_account, invites) => void scheduled.push(...invites) };
}
