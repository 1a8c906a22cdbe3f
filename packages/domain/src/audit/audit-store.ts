import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { AuditRecord } from "./audit-record.js";

/** The audit trail: it grows, and nothing in it is ever changed or removed. */
export interface AuditStore {
  /** Adds records, all or none. */
  append(account: AccountId, records: readonly AuditRecord[]): Promise<void>;
  /** The account's records from `since` on, oldest first, some at a time; never another account's. */
  read(account: AccountId, since: Instant): AsyncIterable<readonly AuditRecord[]>;
}
