import { byService } from "../../foundation/audit/audit-record.js";
import type { AuditStore, AuditWriter, DeletionRecord } from "../../foundation/audit/audit-store.js";
import type { FeedWriter } from "../../foundation/feed/feed.js";
import { importSides } from "../../subjects/imports/error-types.js";
import type { ImportErrorStore, ImportRunStore } from "../../subjects/imports/import-stores.js";
import type { AccountId, ImportRunId, PatientFileId } from "../../foundation/kernel/ids.js";
import type { Clock, Instant } from "../../foundation/kernel/instant.js";
import { day, plus } from "../../foundation/kernel/instant.js";
import type { Reads, Transactions } from "../../foundation/kernel/storage.js";
import type { PatientFileStore, PatientWarningStore } from "../../subjects/patient-surveys/patient-file-stores.js";

/** How many days rows are kept. Rows are kept forever where a number is absent. */
export type Retention = {
  /** Error rows of import runs and warnings of patient files, counted from the upload. */
  readonly errorRowDays?: number;
  /** Audit records and counts of failed authentications. */
  readonly auditDays?: number;
};

/** What retention reads. */
export type RetentionReads = {
  readonly importRuns: Pick<ImportRunStore, "page">;
  readonly importErrors: Pick<ImportErrorStore, "page">;
  readonly patientFiles: Pick<PatientFileStore, "page">;
  readonly patientWarnings: Pick<PatientWarningStore, "page">;
};

/** What retention needs. */
export type RetentionPorts = {
  readonly storage: Transactions<{
    readonly importErrors: Pick<ImportErrorStore, "remove">;
    readonly patientWarnings: Pick<PatientWarningStore, "removeByIds">;
    readonly feed: Pick<FeedWriter, "remove">;
    readonly audit: AuditWriter;
  }> &
    Reads<RetentionReads> & { readonly audit: Pick<AuditStore, "forget"> };
  readonly clock: Clock;
};

/** Maximum number of rows deleted in one unit of work. Small, so that other writers wait only briefly. */
const batch = 1_000;
const smallPage = 100;

/** Deletes rows of an account that are older than the retention periods. Each batch and its audit record are one unit of work. */
export function applyRetention(ports: RetentionPorts, { errorRowDays, auditDays }: Retention) {
  const { clock, storage } = ports;
  return async (account: AccountId): Promise<void> => {
    const now = clock();
    if (errorRowDays !== undefined) {
      const before = plus(now, -errorRowDays * day);
      const recordOf = recordsOf("delete_error_rows", before);
      await forgetErrors(ports, account, before, recordOf);
      await forgetWarnings(ports, account, before, recordOf);
    }
    if (auditDays !== undefined) {
      const before = plus(now, -auditDays * day);
      const recordOf = recordsOf("delete_audit_records", before);
      while ((await storage.audit.forget(account, before, batch, recordOf)) === batch);
    }
  };

  function recordsOf(action: string, before: Instant): DeletionRecord {
    const subject = `before ${new Date(before).toISOString().slice(0, 10)}`;
    return (rows) => byService({ at: clock(), action, subject, rows });
  }
}

async function forgetErrors(
  { storage }: RetentionPorts,
  account: AccountId,
  before: Instant,
  recordOf: DeletionRecord,
): Promise<void> {
  async function forgetRun(run: ImportRunId): Promise<void> {
    for (;;) {
      const rows = await storage.read(account, ({ importErrors }) =>
        importErrors.page(account, { run, after: 0, limit: batch }),
      );
      if (rows.length === 0) return;
      await storage.transact(account, async ({ importErrors, feed, audit }) => {
        const ids = rows.map(({ id }) => id);
        await importErrors.remove(account, run, ids);
        for (const side of importSides) {
          const entries = rows.filter((one) => one.side === side).map(({ id }) => ({ kind: 0, id }));
          await feed.remove(account, `integration-imports/${side}`, entries);
        }
        await audit.append(account, [recordOf(rows.length)]);
      });
    }
  }

  for (let last = Number.MAX_SAFE_INTEGER; ;) {
    const runs = await storage.read(account, ({ importRuns }) =>
      importRuns.page(account, { before: last, limit: smallPage, tests: true }),
    );
    for (const { run } of runs) if (run.uploadedAt < before) await forgetRun(run.id);
    last = runs.at(-1)?.run.id ?? last;
    if (runs.length < smallPage) return;
  }
}

async function forgetWarnings(
  { storage }: RetentionPorts,
  account: AccountId,
  before: Instant,
  recordOf: DeletionRecord,
): Promise<void> {
  async function forgetFile(file: PatientFileId): Promise<void> {
    for (;;) {
      const rows = await storage.read(account, ({ patientWarnings }) =>
        patientWarnings.page(account, { file, after: 0, limit: batch }),
      );
      if (rows.length === 0) return;
      const ids = rows.map(({ id }) => id);
      await storage.transact(account, async ({ patientWarnings, feed, audit }) => {
        await patientWarnings.removeByIds(account, file, ids);
        const entries = ids.map((id) => ({ kind: 0, id }));
        await feed.remove(account, "cahps-parsed-files/warnings", entries);
        await audit.append(account, [recordOf(rows.length)]);
      });
    }
  }

  for (let after: { readonly createdAt: never; readonly id: number } | undefined; ;) {
    const files = await storage.read(account, ({ patientFiles }) =>
      patientFiles.page(account, { window: {}, limit: smallPage, ...(after && { after }) }),
    );
    for (const { id, createdAt } of files) if (createdAt < before) await forgetFile(id);
    const end = files.at(-1);
    if (!end || files.length < smallPage) return;
    after = { createdAt: end.createdAt as never, id: end.id };
  }
}
