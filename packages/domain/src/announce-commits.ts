import type { AccountId } from "./kernel/ids.js";
import type { Ports, Storage } from "./ports.js";

/** Hears of an account's units of work that this process has committed. */
export type Listener = () => void;

/** The same ports, whose units of work are told to who listens; other processes' are not. */
export function announceCommits(ports: Ports) {
  const { storage: inside } = ports;
  const listeners = new Map<AccountId, Set<Listener>>();
  const { feed, sealer, accounts, credentials, clients, assertions, audit, jobs, widgets } = inside;
  const storage: Storage = {
    ...{ feed, sealer, accounts, credentials, clients, assertions, audit, jobs, widgets },
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
    listen(account: AccountId, listener: Listener): () => void {
      const own = listeners.get(account) ?? new Set();
      listeners.set(account, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(account);
      };
    },
  };
}
