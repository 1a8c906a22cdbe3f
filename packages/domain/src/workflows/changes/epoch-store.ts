import type { AccountId } from "../../foundation/kernel/ids.js";

/**
 * Store of each account's epoch. Change cursors contain the epoch, so cursors from before a restore can be detected.
 */
export interface EpochStore {
  /**
   * Returns the account's epoch, or `undefined` if none has been saved yet.
   *
   * Also returns `undefined` if the stored epoch was restored from a backup, if the storage can detect the restore.
   */
  of(account: AccountId): Promise<string | undefined>;
  /** Saves an epoch in place of the previous epoch. */
  save(account: AccountId, epoch: string): Promise<void>;
}
