import type { OperatorPort } from "../../foundation/audit/audit-origin.js";
import { byOperator } from "../../foundation/audit/audit-record.js";
import type { AuditWriter } from "../../foundation/audit/audit-store.js";
import { isDomainError } from "../../foundation/kernel/domain-error.js";
import { baseName, shortenedText, storedFileName } from "../../foundation/kernel/file-name.js";
import type { AccountId, ImportAttemptId, ImportRunId } from "../../foundation/kernel/ids.js";
import type { Clock } from "../../foundation/kernel/instant.js";
import type { Transactions } from "../../foundation/kernel/storage.js";
import type { IdReader } from "../../foundation/records/id-reader.js";
import type { ImportAttemptStore } from "./attempt-store.js";
import type { ImportAttempt } from "./import-attempt.js";
import { emptyFileCode } from "./import-file.js";
import type { ImportOptions } from "./import-options.js";
import type { ImportConnectionStore } from "./import-stores.js";

type AttemptPorts = OperatorPort & {
  readonly storage: Transactions<{
    readonly ids: IdReader;
    readonly importAttempts: ImportAttemptStore;
    readonly importConnections: Pick<ImportConnectionStore, "all">;
    readonly audit: AuditWriter;
  }>;
  readonly clock: Clock;
};

/** Stores a new import attempt with the status `running`. */
export function beginAttempt(
  { storage }: AttemptPorts,
  account: AccountId,
  { fileName, connection, isTest = false }: ImportOptions,
): Promise<ImportAttempt> {
  return storage.transact(account, async ({ ids, importAttempts, importConnections }, now) => {
    const names = (await importConnections.all(account)).map(({ name }) => name);
    const only = names.length > 1 ? undefined : (names[0] ?? "default");
    const name = connection ?? only;
    const attempt: ImportAttempt = {
      id: ((await ids.greatest(account, "importAttempts")) + 1) as ImportAttemptId,
      startedAt: now,
      file: fileName === undefined ? null : storedFileName(fileName),
      connection: name === undefined ? null : shortenedText(name, maxName),
      isTest,
      ...{ status: "running", run: null, code: null, reason: null },
    };
    await importAttempts.save(account, attempt);
    return attempt;
  });
}

/** Marks an import attempt as successful and stores the id of its run. */
export async function endAttempt(
  { storage }: AttemptPorts,
  account: AccountId,
  attempt: ImportAttempt,
  { id, connection }: { readonly id: ImportRunId; readonly connection: string },
): Promise<ImportAttempt> {
  const done: ImportAttempt = { ...attempt, status: "done", run: id, connection };
  await storage.transact(account, ({ importAttempts }) => importAttempts.save(account, done));
  return done;
}

/** Marks an import attempt as failed, or as empty if its file has no rows. Also adds a record to the audit trail. */
export async function failAttempt(
  { storage, clock, operator }: AttemptPorts,
  account: AccountId,
  attempt: ImportAttempt,
  error: unknown,
  fileName = "",
): Promise<ImportAttempt> {
  const code = isDomainError(error) ? error.code : "internal_error";
  const about: Partial<ImportAttempt> = {
    status: code === emptyFileCode ? "empty" : "failed",
    code,
    reason: shortenedText(reasonOf(error, fileName), maxReason),
  };
  const { connection } = attempt;
  const event = {
    action: "import_appointments",
    ...{ subject: `attempt ${attempt.id}`, rows: 0, outcome: code },
    ...(connection !== null && { origin: { connection } }),
  };
  return storage.transact(account, async ({ importAttempts, audit }) => {
    // If the run was saved before the error, the attempt keeps the id of the run. The run will be completed later.
    const failed = { ...attempt, ...(await importAttempts.byId(account, attempt.id)), ...about };
    await importAttempts.save(account, failed);
    await audit.append(account, [byOperator({ at: clock(), ...event }, { operator })]);
    return failed;
  });
}

/**
 * Returns the message of a domain error, without the folder of the file. For other errors, returns a fixed message,
 * because their messages may contain personal data.
 */
function reasonOf(error: unknown, fileName: string): string {
  if (!isDomainError(error)) return "internal error";
  return fileName === "" ? error.message : error.message.replaceAll(fileName, baseName(fileName));
}

const maxName = 200;
const maxReason = 500;
