import type { AssertionStore } from "../foundation/access/assertion-store.js";
import type { ClientStore } from "../foundation/access/client-store.js";
import type { Client } from "../foundation/access/client.js";
import type { AccountStatus } from "../foundation/accounts/account-status.js";
import type { AuditStore } from "../foundation/audit/audit-store.js";
import type { AccountId } from "../foundation/kernel/ids.js";
import type { Instant } from "../foundation/kernel/instant.js";

/** Creates a store of API clients in memory. Writes audit records to `audit`. */
export function memoryClientStore(
  accountStatusOf: (account: AccountId) => AccountStatus,
  audit: AuditStore,
): ClientStore {
  const clients = new Map<string, Client>();
  return {
    async add(client, record) {
      clients.set(client.clientId, client);
      await audit.append(client.account, [record]);
    },
    all: async (account) =>
      [...clients.values()].filter((client) => client.account === account).sort((a, b) => a.createdAt - b.createdAt),
    async byId(clientId) {
      const client = clients.get(clientId);
      return client && { client, ...accountStatusOf(client.account) };
    },
    async save(account, { clientId, disabled, revoked }, record) {
      const stored = clients.get(clientId);
      if (stored?.account !== account) return;
      clients.set(clientId, { ...stored, disabled, revoked });
      await audit.append(account, [record]);
    },
  };
}

/** Creates a store of used assertions in memory. Writes audit records to `audit`. */
export function memoryAssertionStore(audit: AuditStore): AssertionStore {
  const spent = new Map<AccountId, Map<string, Instant>>();
  return {
    async spend(account, { clientId, jti, until }, now, record) {
      const ofAccount = spent.get(account) ?? new Map<string, Instant>();
      spent.set(account, ofAccount);
      for (const [key, end] of ofAccount) if (end <= now) ofAccount.delete(key);
      const key = JSON.stringify([clientId, jti]);
      if (ofAccount.has(key)) return false;
      ofAccount.set(key, until);
      await audit.append(account, [record]);
      return true;
    },
  };
}
