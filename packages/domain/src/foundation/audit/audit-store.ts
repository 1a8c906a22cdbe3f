import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { AuditRecord } from "./audit-record.js";
import type { FailureCount } from "./failure-count.js";

/** Appends to the audit trail. In a transaction, the records are part of the transaction. */
export interface AuditWriter {
  /** Appends all records or none. */
  append(account: AccountId, records: readonly AuditRecord[]): Promise<void>;
}

/** Returns the audit record of a deletion, given the number of deleted rows. */
export type DeletionRecord = (rows: number) => AuditRecord;

/**
 * The audit trail. Records never change, and counts of failures only grow. Only `forget` deletes records and counts.
 */
export interface AuditStore extends AuditWriter {
  /** Reads the account's records from `since` on, oldest first, in pages. */
  read(account: AccountId, since: Instant): AsyncIterable<readonly AuditRecord[]>;

  /**
   * Deletes up to `most` records and counts of failures from before a time. Appends the record of the deletion if
   * anything was deleted. Returns the number of deleted records and counts.
   */
  forget(account: AccountId, before: Instant, most: number, recordOf: DeletionRecord): Promise<number>;

  /**
   * Adds to the account's counts of failures, all or none. Concurrent additions by several processes are all counted.
   */
  addFailures(account: AccountId, failures: readonly FailureCount[]): Promise<void>;

  /** Reads the account's counts of failures with a `lastAt` of `since` or later, in pages, oldest day first. */
  failures(account: AccountId, since: Instant): AsyncIterable<readonly FailureCount[]>;
}
