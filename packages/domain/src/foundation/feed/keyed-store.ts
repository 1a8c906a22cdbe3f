import type { AccountId } from "../kernel/ids.js";
import type { PublishedRecord, RecordStore } from "./record-store.js";

/** Group of records that are saved in bulk. `BulkStore.settle` adds their index entries later. */
export type Bulk = { readonly kind: "bulk" };

/** Creates a group of bulk saves. The group may span any number of transactions on one account. */
export const newBulk = (): Bulk => ({ kind: "bulk" });

/** Store of records that can also be found by key. */
export interface KeyedStore<R extends PublishedRecord> extends RecordStore<R> {
  /**
   * Inserts or replaces records by id.
   *
   * With `bulk`, new records cannot be found by key until `BulkStore.settle` has added their index entries.
   * Saving in bulk is much faster because index entries are added together, in index order.
   * If an earlier bulk was not settled, its unchanged records must be saved again.
   */
  save(account: AccountId, records: readonly R[], bulk?: Bulk): Promise<void>;
}

/** Adds the index entries of records that were saved in bulk. */
export interface BulkStore {
  /**
   * Adds some of a bulk's index entries. Skips records that have been removed.
   *
   * Returns true if more index entries remain.
   * A later transaction must add the remaining entries before more records are saved in the bulk.
   * If a transaction fails, its index entries are lost, and the records must be saved again in a new bulk.
   */
  settle(account: AccountId, bulk: Bulk): Promise<boolean>;
}
