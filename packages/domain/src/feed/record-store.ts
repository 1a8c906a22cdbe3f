import type { Renamed } from "../catalog/names.js";
import type { AccountId, AnyId } from "../kernel/ids.js";

/** A record that lists are rendered from. */
export type PublishedRecord = { readonly id: AnyId };

/** The records of one kind: the truth that a list is rendered from. */
export interface RecordStore<R extends PublishedRecord> {
  /** Those that exist, in any order; never another account's. */
  byIds(account: AccountId, ids: readonly R["id"][]): Promise<R[]>;
  /** Inserts records, or replaces those with the same id. */
  save(account: AccountId, records: readonly R[]): Promise<void>;
  /** Takes records out, with all by which they are found; ids that are not there are passed over. */
  remove(account: AccountId, ids: readonly R["id"][]): Promise<void>;
  /** By id ascending, at most `limit` of those after `after` that mention one of `mentioning`, or of all. */
  page(account: AccountId, page: RecordPage): Promise<R[]>;
}

/** A page of records: `after` is the last id of the page before it, 0 for the first. */
export type RecordPage = { readonly after: number; readonly limit: number; readonly mentioning?: Renamed };
