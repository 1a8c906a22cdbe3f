import type { AccountId } from "../../foundation/kernel/ids.js";

/** Store of each account's key for signing change cursors. A saved key never changes. */
export interface CursorKeyStore {
  /** Returns the account's key as 64 hexadecimal digits, or `undefined` if none has been saved yet. */
  of(account: AccountId): Promise<string | undefined>;
  save(account: AccountId, key: string): Promise<void>;
}
