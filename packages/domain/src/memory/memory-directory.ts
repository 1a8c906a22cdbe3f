import type { CredentialStore } from "../foundation/access/credential-store.js";
import type { Credential } from "../foundation/access/credential.js";
import type { AccountStatus } from "../foundation/accounts/account-status.js";
import type { AccountStore } from "../foundation/accounts/account-store.js";
import type { Account, AccountSettings } from "../foundation/accounts/account.js";
import { accountKeyTaken } from "../foundation/accounts/manage-accounts.js";
import type { AuditStore } from "../foundation/audit/audit-store.js";
import type { AccountId, CredentialId } from "../foundation/kernel/ids.js";

/**
 * Creates a store of accounts in memory. Calls `onAdded` with the initial settings of each account.
 * Writes audit records to `audit`.
 */
export function memoryAccountStore(
  accounts: Map<AccountId, Account>,
  accountStatusOf: (account: AccountId) => AccountStatus,
  audit: AuditStore,
  onAdded: (account: AccountId, settings: AccountSettings) => void,
): AccountStore {
  const all = () => [...accounts.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  return {
    async add(account, settings, record) {
      if (all().some(({ key }) => key === account.key)) throw accountKeyTaken(account.key);
      const added = { ...account, id: (accounts.size + 1) as AccountId };
      accounts.set(added.id, added);
      onAdded(added.id, settings);
      await audit.append(added.id, [record]);
      return added;
    },
    all: async () => all(),
    byKey: async (key) => all().find((account) => account.key === key),
    status: async (id) => (accounts.has(id) ? accountStatusOf(id) : undefined),
    async setDisabled(id, disabled, record) {
      const account = accounts.get(id);
      if (!account) return;
      accounts.set(id, { ...account, disabled });
      await audit.append(id, [record]);
    },
  };
}

/** Creates a store of credentials in memory. Writes audit records to `audit`. */
export function memoryCredentialStore(
  accountStatusOf: (account: AccountId) => AccountStatus,
  audit: AuditStore,
): CredentialStore {
  const credentials = new Map<CredentialId, { readonly credential: Credential; readonly hash: string }>();
  const replace = (account: AccountId, id: CredentialId, change: (stored: Credential) => Credential): boolean => {
    const stored = credentials.get(id);
    if (stored?.credential.account !== account) return false;
    credentials.set(id, { ...stored, credential: change(stored.credential) });
    return true;
  };
  return {
    async add(account, credential, hash, recordOf) {
      const added = { ...credential, account, id: (credentials.size + 1) as CredentialId };
      await audit.append(account, [recordOf(added)]);
      credentials.set(added.id, { credential: added, hash });
      return added;
    },
    all: async (account) => [...credentials.values()].map((c) => c.credential).filter((c) => c.account === account),
    byId: async (id) => credentials.get(id)?.credential,
    async byHash(hash) {
      const credential = [...credentials.values()].find((stored) => stored.hash === hash)?.credential;
      return credential && { credential, ...accountStatusOf(credential.account) };
    },
    async save(account, { id, name, expiresAt, disabled, revoked }, record) {
      const isTheirs = replace(account, id, (stored) => ({ ...stored, name, expiresAt, disabled, revoked }));
      if (isTheirs) await audit.append(account, [record]);
    },
    async noteUse(account, id, lastUsedAt) {
      replace(account, id, (stored) => ({ ...stored, lastUsedAt }));
    },
  };
}
