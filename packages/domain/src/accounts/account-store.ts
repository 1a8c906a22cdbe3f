import type { AuditRecord } from "../audit/audit-record.js";
import type { AccountId } from "../kernel/ids.js";
import type { Account, AccountSettings } from "./account.js";

/** Accounts themselves: looked up before any account is known. */
export interface AccountStore {
  /**
   * Adds an account under the next id, with the record in the same unit of work; a key that is taken is a conflict
   * (`account_key_taken`).
   */
  add(account: Omit<Account, "id">, settings: AccountSettings, record: AuditRecord): Promise<Account>;
  /** By key ascending. */
  all(): Promise<Account[]>;
  byKey(key: string): Promise<Account | undefined>;
  /** Puts the record into the same unit of work. */
  setDisabled(account: AccountId, disabled: boolean, record: AuditRecord): Promise<void>;
}

export interface SettingsReader {
  read(account: AccountId): Promise<AccountSettings>;
}

/** The settings of the account of a unit of work. */
export interface SettingsStore extends SettingsReader {
  save(account: AccountId, settings: AccountSettings): Promise<void>;
}
