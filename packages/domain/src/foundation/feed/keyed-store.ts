import type { AccountId } from "../kernel/ids.js";
import type { PublishedRecord, RecordStore } from "./record-store.js";

/** Identifies records that are saved in bulk. The storage adds their index entries later, in `BulkStore.settle`. */
export type Bulk = { readonly kind: "bulk" };

/** Creates a bulk for any number of transactions on an account. */
export const newBulk = (): Bulk => ({ kind: "bulk" });

/** Store of records that can also be found by key. */
export interface KeyedStore<R extends PublishedRecord> extends RecordStore<R> {
  /**
   * Inserts or replaces records by id. With `bulk`, new records cannot be found by key until the bulk is settled, because
   * adding many index entries in index order is much faster. Also include unchanged records of an earlier bulk that was
   * not settled.
   */
  save(account: AccountId, records: readonly R[], bulk?: Bulk): Promise<void>;
}

/** Store that adds the index entries of records that were saved in bulk. */
export interface BulkStore {
  /**
   * Adds some of the index entries of a bulk, except entries of records that were removed. Returns true if more entries
   * remain, which a later transaction must add before more records are saved in the bulk. If a transaction fails, its
   * entries are lost, and the records must be saved again in a new bulk.
   */
  settle(account: AccountId, bulk: Bulk): Promise<boolean>;
}
