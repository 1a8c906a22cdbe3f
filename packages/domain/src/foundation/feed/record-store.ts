import type { Renamed } from "../catalog/names.js";
import type { AccountId, AnyId } from "../kernel/ids.js";

/** Record that list entries are rendered from. */
export type PublishedRecord = { readonly id: AnyId };

/** Store of the records of one kind, which the lists are rendered from. */
export interface RecordStore<R extends PublishedRecord> {
  /** Returns the account's records with these ids, in any order. Ignores unknown ids. */
  byIds(account: AccountId, ids: readonly R["id"][]): Promise<R[]>;
  /** Upserts records by id. */
  save(account: AccountId, records: readonly R[]): Promise<void>;
  /** Deletes records and their index rows. Ignores unknown ids. */
  remove(account: AccountId, ids: readonly R["id"][]): Promise<void>;
  /** Returns a page of records by id, ascending, optionally only records that mention a renamed object. */
  page(account: AccountId, page: RecordPage): Promise<R[]>;
}

/** Page of records. `after` is the last id of the previous page, or 0 for the first page. */
export type RecordPage = { readonly after: number; readonly limit: number; readonly mentioning?: Renamed };
