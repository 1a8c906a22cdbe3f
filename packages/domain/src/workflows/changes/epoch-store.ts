import type { AccountId } from "../../foundation/kernel/ids.js";

/**
 * Stores the epoch of each account's data. Change cursors contain the epoch, so a cursor from before a restore is
 * recognized.
 */
export interface EpochStore {
  /**
   * Returns the account's epoch, or `undefined` before it is saved. Also returns `undefined` if the stored epoch was
   * restored from a backup, as far as the storage can tell.
   */
  of(account: AccountId): Promise<string | undefined>;
  /** Saves an epoch and replaces the previous epoch. */
  save(account: AccountId, epoch: string): Promise<void>;
}
