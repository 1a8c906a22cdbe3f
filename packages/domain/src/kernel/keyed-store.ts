import type { AccountId } from "./ids.js";

/** A row of an index, made by a store for itself: its members in the order in which the index is sorted. */
export type KeyRow = readonly (string | number | null)[];

/** Rows of some indexes, by the name of each. */
export type KeyRows = Readonly<Record<string, readonly KeyRow[]>>;

/**
 * Records that can be stored before they are found by their keys: keys lie all over an index, so that those of very many
 * records are added many times as fast in the order of the index.
 */
export interface KeyedStore<R> {
  /** Inserts records that nobody finds by a key before `addKeys` was told their rows; replaces others as they are. */
  saveWithoutKeys(account: AccountId, records: readonly R[]): Promise<void>;
  /** The rows by which records are found, in no order. */
  keyRowsOf(account: AccountId, records: readonly R[]): Promise<KeyRows>;
  /** Lets records be found by rows; those that are there stay as they are, and those of records that are not there are left out. */
  addKeys(account: AccountId, rows: KeyRows): Promise<void>;
}
