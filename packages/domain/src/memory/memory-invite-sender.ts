import type { InviteSender } from "../subjects/imports/invite-sender.js";
import type { Invite } from "../subjects/invites/invite.js";
import type { InviteId } from "../foundation/kernel/ids.js";

/** Creates an invite sender for tests. Collects the scheduled invites and the ids of the withdrawn invites. */
export function memoryInviteSender(): InviteSender & {
  readonly scheduled: readonly Invite[];
  readonly withdrawn: readonly InviteId[];
} {
  const scheduled: Invite[] = [];
  const withdrawn: InviteId[] = [];
  return {
    ...{ scheduled, withdrawn },
    schedule: async (_account, invites) => void scheduled.push(...invites),
    withdraw: async (_account, ids) => void withdrawn.push(...ids),
  };
}
