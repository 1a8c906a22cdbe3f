import { accountByKey } from "../accounts/manage-accounts.js";
import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { Ports } from "../ports.js";
import type { AuditRecord } from "./audit-record.js";

/** The audit trail of the account that operators call `key`, from `since` on, oldest first, some records at a time. */
export function readAudit(ports: Pick<Ports, "storage">) {
  return async (key: string, since: Instant): Promise<AsyncIterable<readonly AuditRecord[]>> =>
    ports.storage.audit.read((await accountByKey(ports)(key)).id, since);
}

/** Adds what was seen of an account's requests to its audit trail. */
export const appendAudit =
  ({ storage }: Pick<Ports, "storage">) =>
  (account: AccountId, records: readonly AuditRecord[]): Promise<void> =>
    storage.audit.append(account, records);
