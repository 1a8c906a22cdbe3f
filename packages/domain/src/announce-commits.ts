import type { AccountId } from "./foundation/kernel/ids.js";
import type { Ports, Storage } from "./ports.js";

/** Wraps the storage so that it calls the listeners of an account after each commit that changes the account. */
export function announceCommits(ports: Ports) {
  const { storage: inside } = ports;
  const listeners = new Map<AccountId, Set<() => void>>();
  const announce = (account: AccountId) => listeners.get(account)?.forEach((listener) => listener());
  const { feed, sealer, accounts, credentials, clients, assertions, audit, jobs, widgets, invitations, invites } =
    inside;
  const storage: Storage = {
    ...{ feed, sealer, accounts, credentials, clients, assertions, audit, jobs, widgets, invitations, invites },
    ...(inside.scrub && { scrub: async () => (await inside.scrub?.()) ?? true }),
    read: (account, work) => inside.read(account, work),
    async transact(account, work) {
      const result = await inside.transact(account, work);
      announce(account);
      return result;
    },
  };
  return {
    ports: { ...ports, storage },
    /**
     * Registers a listener that is called after each commit on an account by this process. `poll` calls it after
     * commits by other processes.
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
    poll: commitPoll(feed, announce),
  };
}

/**
 * Returns a function that announces every account whose feed revision differs from the previous call. The first call
 * announces every account.
 */
function commitPoll(feed: Storage["feed"], announce: (account: AccountId) => void) {
  let lastCommit: number | undefined;
  const known = new Map<AccountId, number>();
  return async (): Promise<void> => {
    const commit = await feed.commitNumber();
    if (commit === lastCommit) return;
    for (const { account, revision } of await feed.revisions()) {
      if (known.get(account) === revision) continue;
      known.set(account, revision);
      announce(account);
    }
    lastCommit = commit;
  };
}
