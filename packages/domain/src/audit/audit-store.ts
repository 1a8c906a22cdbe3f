import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { AuditRecord } from "./audit-record.js";
import type { FailureCount } from "./failure-count.js";

/** What adds to the audit trail; in a unit of work, as a part of it. */
export interface AuditWriter {
  /** Adds records, all or none. */
  append(account: AccountId, records: readonly AuditRecord[]): Promise<void>;
}

/** Returns the audit record of a deletion, given the number of deleted rows. */
export type DeletionRecord = (rows: number) => AuditRecord;

/** The audit trail: records are never changed, counts of failures only grow, and only `forget` deletes either. */
export interface AuditStore extends AuditWriter {
  /** The account's records from `since` on, oldest first, some at a time; never another account's. */
  read(account: AccountId, since: Instant): AsyncIterable<readonly AuditRecord[]>;

  /**
   * Deletes up to `most` records and counts of failures of the account from before a time, and appends the record of the
   * deletion unless nothing was deleted. Returns the number of deleted records and counts.
   */
  forget(account: AccountId, before: Instant, most: number, recordOf: DeletionRecord): Promise<number>;

  /** Adds to the account's counts of failures, all or none. No count is lost when several processes add at once. */
  addFailures(account: AccountId, failures: readonly FailureCount[]): Promise<void>;

  /** The account's counts of failures with a `lastAt` of `since` or later, in pages, oldest day first. */
  failures(account: AccountId, since: Instant): AsyncIterable<readonly FailureCount[]>;
}
