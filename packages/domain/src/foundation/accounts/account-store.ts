import type { AuditRecord } from "../audit/audit-record.js";
import type { AccountId } from "../kernel/ids.js";
import type { AccountStatus } from "./account-status.js";
import type { Account, AccountSettings } from "./account.js";

/** Store of all accounts. Can be used before the account of a request is known. */
export interface AccountStore {
  /**
   * Adds an account with the next id and appends the audit record, in one unit of work.
   * Throws `account_key_taken` if the key exists.
   */
  add(account: Omit<Account, "id">, settings: AccountSettings, record: AuditRecord): Promise<Account>;
  /** Returns all accounts, sorted by key. */
  all(): Promise<Account[]>;
  byKey(key: string): Promise<Account | undefined>;
  /** Returns the state of an account, or `undefined` if no account has the id. */
  status(account: AccountId): Promise<AccountStatus | undefined>;
  /** Disables or enables an account and appends the audit record in the same unit of work. */
  setDisabled(account: AccountId, disabled: boolean, record: AuditRecord): Promise<void>;
}

export interface SettingsReader {
  read(account: AccountId): Promise<AccountSettings>;
  /** Returns the account's key and name. */
  owner(account: AccountId): Promise<Pick<Account, "key" | "name">>;
}

export interface SettingsStore extends SettingsReader {
  save(account: AccountId, settings: AccountSettings): Promise<void>;
}
