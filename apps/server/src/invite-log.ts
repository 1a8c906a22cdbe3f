import type { InviteSender } from "@repute/domain";

/** Sends nothing: says how many invites of which account wait to be sent, and nothing of whom they are for. */
export const inviteLog = (log: (message: string) => void): InviteSender => ({
  async schedule(account, invites) {
    if (invites.length > 0)
      log(`${invites.length} invites scheduled for account ${account} (no invite sender is configured)`);
  },
});
