import type { AccountId, InviteId } from "../foundation/kernel/ids.js";
import type { InviteSender } from "../subjects/imports/import-run.js";
import type { Invite } from "../subjects/invites/invite.js";

/**
 * Creates an invite sender for tests. Collects the scheduled invites and the ids of the withdrawn invites. `pending`
 * returns the invites of an account that would be sent, sorted by id.
 */
export function memoryInviteSender(): InviteSender & {
  readonly scheduled: readonly Invite[];
  readonly withdrawn: readonly InviteId[];
  readonly pending: (account: AccountId) => Promise<readonly Invite[]>;
} {
  const scheduled: Invite[] = [];
  const withdrawn: InviteId[] = [];
  const accounts = new Map<AccountId, Map<InviteId, Invite>>();
  const invitesOf = (account: AccountId) => {
    const known = accounts.get(account) ?? new Map<InviteId, Invite>();
    accounts.set(account, known);
    return known;
  };
  return {
    ...{ scheduled, withdrawn },
    async schedule(account, invites) {
      scheduled.push(...invites);
      for (const invite of invites) invitesOf(account).set(invite.id, invite);
    },
    async withdraw(account, ids) {
      withdrawn.push(...ids);
      for (const id of ids) invitesOf(account).delete(id);
    },
    pending: async (account) => [...invitesOf(account).values()].sort((a, b) => a.id - b.id),
  };
}
