import type { AccountId } from "./ids.js";

/** Row of an index. The values are in the sort order of the index. */
export type KeyRow = readonly (string | number | null)[];

/** Rows to add to indexes, by index name. */
export type KeyRows = Readonly<Record<string, readonly KeyRow[]>>;

/** Store that can insert many records before their index rows. Inserting index rows in index order is much faster. */
export interface KeyedStore<R> {
  /** Inserts or replaces records. New records cannot be found by key until `addKeys` adds their index rows. */
  saveWithoutKeys(account: AccountId, records: readonly R[]): Promise<void>;
  /** Returns the index rows of the given records, in any order. */
  keyRowsOf(account: AccountId, records: readonly R[]): Promise<KeyRows>;
  /** Adds index rows. Skips rows that already exist, and rows of records that do not exist. */
  addKeys(account: AccountId, rows: KeyRows): Promise<void>;
}
