import type { OperatorPort } from "../audit/audit-origin.js";
import { byOperator } from "../audit/audit-record.js";
import { conflict, invalid, notFound } from "../kernel/domain-error.js";
import type { AccountId } from "../kernel/ids.js";
import { type Clock, toSecond } from "../kernel/instant.js";
import type { Reads } from "../kernel/storage.js";
import { parseTimeZone, utc } from "../kernel/time-zone.js";
import type { AccountStore, SettingsReader } from "./account-store.js";
import { type Account, type AccountSettings, defaultSettings } from "./account.js";

const keyShape = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export type NewAccount = { readonly key: string; readonly name: string; readonly timeZone?: string };

type AccountPorts = OperatorPort & {
  readonly storage: { readonly accounts: AccountStore };
  readonly clock: Clock;
};

/** Ports for creating an account. `cursorSigner` creates the key that signs the account's cursors. */
export type CreatePorts = AccountPorts & { readonly cursorSigner: (account: AccountId) => Promise<unknown> };

/**
 * Creates an account with default settings and a key for signing cursors.
 * Throws `account_key_taken` if another account has the account key.
 *
 * The signing key is created now so that every backup of the account contains it.
 */
export function createAccount({ storage, clock, operator, cursorSigner }: CreatePorts) {
  return async ({ key, name, timeZone = utc }: NewAccount): Promise<Account> => {
    const zone = parseTimeZone(timeZone);
    if (!keyShape.test(key)) {
      throw invalid(
        "invalid_account_key",
        "the account key must have 1 to 63 lowercase letters, digits and hyphens, and no hyphen at the start or end",
      );
    }
    if (name.trim() === "") throw invalid("invalid_account_name", "the account name must not be empty");
    if (!zone) throw invalid("invalid_time_zone", "the time zone must be an IANA name such as America/Denver");
    const at = clock();
    const account = { key, name: name.trim(), createdAt: toSecond(at), disabled: false };
    const record = byOperator({ at, action: "create_account" }, { operator });
    const added = await storage.accounts.add(account, { ...defaultSettings, timeZone: zone }, record);
    await cursorSigner(added.id);
    return added;
  };
}

/** Lists all accounts, sorted by key. */
export function listAccounts({ storage }: Pick<AccountPorts, "storage">) {
  return (): Promise<Account[]> => storage.accounts.all();
}

/** Returns the account with a given key. Throws `account_not_found` if no account has the key. */
export function accountByKey({ storage }: Pick<AccountPorts, "storage">) {
  return async (key: string): Promise<Account> => {
    const account = await storage.accounts.byKey(key);
    if (account) return account;
    throw notFound("account_not_found", `no account has the key ${JSON.stringify(key)}`);
  };
}

export function accountSettings({ storage }: { readonly storage: Reads<{ readonly settings: SettingsReader }> }) {
  return (account: AccountId): Promise<AccountSettings> =>
    storage.read(account, ({ settings }) => settings.read(account));
}

/** Disables or enables an account. Takes effect on the next request. */
export function setAccountDisabled(ports: AccountPorts) {
  return async (key: string, disabled: boolean): Promise<Account> => {
    const account = await accountByKey(ports)(key);
    const action = disabled ? "disable_account" : "enable_account";
    await ports.storage.accounts.setDisabled(account.id, disabled, byOperator({ at: ports.clock(), action }, ports));
    return { ...account, disabled };
  };
}

/** Error that every adapter throws for a duplicate account key. */
export const accountKeyTaken = (key: string) =>
  conflict("account_key_taken", `an account already has the key ${JSON.stringify(key)}`);

/** Error for an account id that does not exist. */
export const accountNotFound = (account: number) => notFound("account_not_found", `no account has the id ${account}`);
