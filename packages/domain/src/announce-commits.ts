import type { AccountId } from "./foundation/kernel/ids.js";
import type { Ports, Storage } from "./ports.js";

/** Wraps the ports. After this process commits a transaction on an account, the account's listeners are called. */
export function announceCommits(ports: Ports) {
  const { storage: inside } = ports;
  const listeners = new Map<AccountId, Set<() => void>>();
  const { feed, sealer, accounts, credentials, clients, assertions, audit, jobs, widgets, invitations, invites } =
    inside;
  const storage: Storage = {
    ...{ feed, sealer, accounts, credentials, clients, assertions, audit, jobs, widgets, invitations, invites },
    ...(inside.scrub && { scrub: async () => (await inside.scrub?.()) ?? true }),
    read: (account, work) => inside.read(account, work),
    async transact(account, work) {
      const result = await inside.transact(account, work);
      listeners.get(account)?.forEach((listener) => listener());
      return result;
    },
  };
  return {
    ports: { ...ports, storage },
    /**
     * Registers a listener that is called after each commit on an account.
     * Returns a function that removes the listener.
     */
    listen(account: AccountId, listener: () => void): () => void {
      const own = listeners.get(account) ?? new Set<() => void>();
      listeners.set(account, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(account);
      };
    },
  };
}
