import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { AuditRecord } from "./audit-record.js";

/** What adds to the audit trail; in a unit of work, as a part of it. */
export interface AuditWriter {
  /** Adds records, all or none. */
  append(account: AccountId, records: readonly AuditRecord[]): Promise<void>;
}

/** The audit trail: it grows, and nothing in it is ever changed or removed. */
export interface AuditStore extends AuditWriter {
  /** The account's records from `since` on, oldest first, some at a time; never another account's. */
  read(account: AccountId, since: Instant): AsyncIterable<readonly AuditRecord[]>;
}
