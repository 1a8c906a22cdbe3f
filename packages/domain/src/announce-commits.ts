import type { AccountId } from "./kernel/ids.js";
import type { Ports, Storage } from "./ports.js";

/** The same ports, whose units of work are told to who listens; other processes' are not. */
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
    /** Tells a listener of commits until what is returned is called. */
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
