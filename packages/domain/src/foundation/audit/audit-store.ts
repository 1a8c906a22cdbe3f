import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { AuditRecord } from "./audit-record.js";
import type { FailureCount } from "./failure-count.js";

/** Appends records to the audit trail. Inside a transaction, the records are committed with the transaction. */
export interface AuditWriter {
  /** Appends all records, or none if it fails. */
  append(account: AccountId, records: readonly AuditRecord[]): Promise<void>;
}

/** Creates the audit record of a deletion. The argument is the number of deleted rows. */
export type DeletionRecord = (rows: number) => AuditRecord;

/** The audit trail. Records never change, and failure counts only grow. Only `forget` deletes records and counts. */
export interface AuditStore extends AuditWriter {
  /** Reads an account's records from `since` on, oldest first, in pages. */
  read(account: AccountId, since: Instant): AsyncIterable<readonly AuditRecord[]>;

  /**
   * Deletes up to `max` audit records and failure counts that are older than a time. Returns the number deleted.
   * Appends an audit record of the deletion if anything was deleted.
   */
  forget(account: AccountId, before: Instant, max: number, recordOf: DeletionRecord): Promise<number>;

  /**
   * Adds failures to an account's counts, either all or none.
   * Failures that several processes add at the same time are all counted.
   */
  addFailures(account: AccountId, failures: readonly FailureCount[]): Promise<void>;

  /**
   * Reads an account's daily failure counts in pages, oldest day first.
   * Omits a count if its last failure was before `since`.
   */
  failures(account: AccountId, since: Instant): AsyncIterable<readonly FailureCount[]>;
}
