import { randomBytes } from "node:crypto";
import type { AccountId, AuditRecord, AuditStore, AuditWriter, Instant } from "@repute/domain";
import type { Engine } from "../engine/engine.js";
import type { Session, Write } from "../engine/session.js";
import { auditTable } from "../tables/accounts.js";
import { addFailures, pagesOfFailures } from "./audit-failures.js";
import { forgetAudit } from "./audit-retention.js";

const pageSize = 1_000;

/**
 * Returns the audit store. Writes do not use the queue of the account, so they do not wait for its long transactions.
 */
export function auditStore(read: Engine["read"], write: Write): AuditStore {
  return {
    async append(account, records) {
      if (records.length > 0) await write("directory", (unit) => putOnRecord(unit, account, records));
    },
    async *read(account, since) {
      for (let last: Position | undefined = { at: since, id: "" }; last;) {
        const page: readonly Stored[] = await read(account, pageAfter(account, last));
        if (page.length > 0) yield page.map(({ id: _, ...record }) => record);
        last = page.length === pageSize ? page.at(-1) : undefined;
      }
    },
    async addFailures(account, failures) {
      if (failures.length > 0) await write("directory", (unit) => addFailures(unit, account, failures));
    },
    forget: (account, before, max, recordOf) =>
      write("directory", async (unit) => {
        const rows = await forgetAudit(unit, account, before, max);
        if (rows > 0) await putOnRecord(unit, account, [recordOf(rows)]);
        return rows;
      }),
    failures: (account, since) => pagesOfFailures(read, account, since),
  };
}

const idBytes = 9;

/** Returns an audit writer for a transaction on an account. */
export const auditWriter = (unit: Session): AuditWriter => ({
  async append(account, records) {
    const random = randomBytes(idBytes * records.length);
    const idAt = (index: number) => random.toString("base64url", idBytes * index, idBytes * (index + 1));
    const stored = records.map((record, index): Stored => ({ ...record, id: idAt(index) }));
    if (stored.length > 0) await auditTable.append(unit, account, stored);
  },
});

/** Appends audit records of an account. Call it at the start of a transaction whose account is not set yet. */
export async function putOnRecord(unit: Session, account: AccountId, records: readonly AuditRecord[]): Promise<void> {
  await unit.enter(account);
  await auditWriter(unit).append(account, records);
}

type Stored = AuditRecord & { readonly id: string };
type Position = { readonly at: Instant; readonly id: string };

const pageAfter =
  (account: AccountId, { at, id }: Position) =>
  (session: Session): Promise<Stored[]> =>
    auditTable.find(session, `account_id = $1 AND (at, id) > ($2, $3) ORDER BY at, id LIMIT ${pageSize}`, [
      account,
      at,
      id,
    ]);
