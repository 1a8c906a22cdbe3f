import type { InviteSender } from "@repute/domain";

/** Logs the number of waiting invites of an account instead of sending the invites. Never logs recipients. */
export const inviteLog = (log: (message: string) => void): InviteSender => ({
  async schedule(account, invites) {
    if (invites.length > 0)
      log(`${invites.length} invites scheduled for account ${account} (no invite sender is configured)`);
  },
});
