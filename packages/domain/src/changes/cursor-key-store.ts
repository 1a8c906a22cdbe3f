import type { AccountId } from "../kernel/ids.js";

/** The key of each account that protects its change cursors. It never changes once it is saved. */
export interface CursorKeyStore {
  /** The account's key as 64 hexadecimal digits; undefined before the first one is saved. */
  of(account: AccountId): Promise<string | undefined>;
  save(account: AccountId, key: string): Promise<void>;
}
