import type { Renamed } from "../catalog/names.js";
import type { AccountId, AnyId } from "../kernel/ids.js";

/** Record from which list entries are rendered. */
export type PublishedRecord = { readonly id: AnyId };

/** Store of the records of one kind. Lists are rendered from these records. */
export interface RecordStore<R extends PublishedRecord> {
  /** Returns the account's records with these ids, in any order. Ignores unknown ids. */
  byIds(account: AccountId, ids: readonly R["id"][]): Promise<R[]>;
  /** Inserts or replaces records by id. */
  save(account: AccountId, records: readonly R[]): Promise<void>;
  /** Deletes records and their index rows. Ignores unknown ids. */
  remove(account: AccountId, ids: readonly R["id"][]): Promise<void>;
  /**
   * Returns a page of records, sorted by id.
   * `mentioning` restricts the page to records that refer to one of the given renamed objects.
   */
  page(account: AccountId, page: RecordPage): Promise<R[]>;
}

/** Selects a page of records. `after` is the last id of the previous page, or 0 for the first page. */
export type RecordPage = { readonly after: number; readonly limit: number; readonly mentioning?: Renamed };
