import type { AccountId } from "./ids.js";

/** Index row, as created by the store. The members are in the index's sort order. */
export type KeyRow = readonly (string | number | null)[];

/** Index rows by index name. */
export type KeyRows = Readonly<Record<string, readonly KeyRow[]>>;

/**
 * Store that can insert records first and their index rows later. Inserting many index rows in index order is much
 * faster.
 */
export interface KeyedStore<R> {
  /** Upserts records. New records are not found by key until `addKeys` receives their rows. */
  saveWithoutKeys(account: AccountId, records: readonly R[]): Promise<void>;
  /** Returns the index rows of records, in any order. */
  keyRowsOf(account: AccountId, records: readonly R[]): Promise<KeyRows>;
  /** Adds index rows. Skips rows that exist, and rows of records that do not exist. */
  addKeys(account: AccountId, rows: KeyRows): Promise<void>;
}
