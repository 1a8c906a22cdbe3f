import type { AuditRecord } from "../audit/audit-record.js";
import type { AuditStore } from "../audit/audit-store.js";
import type { FailureCount } from "../audit/failure-count.js";
import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { AccountStore } from "./account-store.js";
import { accountByKey } from "./manage-accounts.js";

type TrailPorts = { readonly storage: { readonly accounts: AccountStore; readonly audit: AuditStore } };

/** Reads the audit records of an account from `since` on, in batches, oldest first. */
export function readAudit(ports: TrailPorts) {
  return async (key: string, since: Instant): Promise<AsyncIterable<readonly AuditRecord[]>> =>
    ports.storage.audit.read((await accountByKey(ports)(key)).id, since);
}

export const appendAudit =
  ({ storage }: TrailPorts) =>
  (account: AccountId, records: readonly AuditRecord[]): Promise<void> =>
    storage.audit.append(account, records);

/** Lists an account's counts of failed authentications. Omits counts whose last failure was before `since`. */
export function readFailures(ports: TrailPorts) {
  return async (key: string, since: Instant): Promise<AsyncIterable<readonly FailureCount[]>> =>
    ports.storage.audit.failures((await accountByKey(ports)(key)).id, since);
}

/** Adds failed authentications to the counts of an account's credentials and clients. */
export const addFailures =
  ({ storage }: TrailPorts) =>
  (account: AccountId, failures: readonly FailureCount[]): Promise<void> =>
    storage.audit.addFailures(account, failures);
