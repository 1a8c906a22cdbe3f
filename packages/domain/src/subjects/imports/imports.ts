import { byOperator, byService } from "../../foundation/accounts/audit-trail.js";
import { isDomainError, notFound } from "../../foundation/kernel/domain-error.js";
import type { AccountId, ImportAttemptId, ImportRunId } from "../../foundation/kernel/ids.js";
import { pagesAfter, type Ports, type ReadStores } from "../../foundation/kernel/storage.js";
import { baseName, shortenedText, storedFileName } from "../../foundation/kernel/text.js";
import { type Instant, isoInstant } from "../../foundation/kernel/times.js";
import { readSuppression } from "../../foundation/records/personal-data.js";
import { finishRuns, storeRun } from "./apply.js";
import { type DecidedRun, decideRun } from "./decide.js";
import { importRunItem, isListed } from "./import-item.js";
import type { ImportAttempt, ImportAttemptItem, ImportOptions, ImportRunItem, StoredRun } from "./import-run.js";
import { emptyFileCode } from "./rows.js";
import type { ImportFile } from "./source-system.js";

/**
 * Imports a file of appointments in one run.
 *
 * First checks all rows, while other requests can run. When all rows are checked, the run is saved. From then on, all
 * its records will be stored, even after a crash. If an earlier run of the same file was interrupted, completes and
 * returns the earlier run instead.
 *
 * Records every call as an import attempt, even if the call fails. Throws `empty_file` if the file has no rows, and
 * `columns_missing` if a table lacks a column that the connection needs.
 */
export function importAppointments(ports: Ports, finishLoad: FinishLoad) {
  return async (account: AccountId, file: ImportFile, options: ImportOptions = {}): Promise<ImportRunItem> => {
    const attempt = await beginAttempt(ports, account, options);
    async function fail(error: unknown): Promise<never> {
      // If storing the failure also fails, the nightly cleanup records the failure.
      const failed = await failAttempt(ports, account, attempt, error, options.fileName).catch(() => undefined);
      if (failed) options.onEnd?.({ attempt: attemptItem(failed), earlier: null });
      throw error;
    }
    const decided = await importFile(ports, account, file, { options, attempt, finishLoad }).catch(fail);
    const { stored, earlier, reading } = decided;
    const { version } = await ports.storage.read(account, (stores) => readSuppression(stores, ports.secrets, account));
    const done = await endAttempt(ports, account, attempt, stored.run).catch(fail);
    options.onEnd?.({
      attempt: attemptItem(done),
      earlier: earlier ? importRunItem(earlier.run) : null,
      ...(reading && { reading }),
      ...(version !== decided.suppression && { arePlansOutdated: true }),
    });
    return importRunItem(stored.run);
  };
}

/** Completes an interrupted bundle load of the account, if there is one. */
type FinishLoad = (account: AccountId) => Promise<unknown>;

type Work = {
  readonly options: ImportOptions;
  readonly attempt: ImportAttempt;
  readonly finishLoad: FinishLoad;
};

async function importFile(
  ports: Ports,
  account: AccountId,
  file: ImportFile,
  { options, attempt, finishLoad }: Work,
): Promise<DecidedRun> {
  // A bundle load and an import run must not store records of one account at the same time.
  async function finish() {
    await finishLoad(account);
    return finishRuns(ports)(account);
  }
  const interrupted = await finish();
  if (interrupted.length > 0) await tidyAttempts(ports, account);
  // If another run or a bundle load changed the account in the meantime, check the rows again.
  for (; ; await finish()) {
    const decided = await decideRun(ports, account, file, { options, attempt, interrupted });
    if (!decided) continue;
    const { stored } = decided;
    const of = stored.run.rowsProcessed;
    const onRows = (rows: number) => options.onProgress?.({ phase: "storing", rows, of });
    if (!interrupted.includes(stored)) await storeRun(ports, account, stored, onRows);
    return decided;
  }
}

/** Stores a new import attempt with the status `running`. */
function beginAttempt(
  { storage }: Ports,
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
async function endAttempt(
  { storage }: Ports,
  account: AccountId,
  attempt: ImportAttempt,
  { id, connection }: { readonly id: ImportRunId; readonly connection: string },
): Promise<ImportAttempt> {
  const done: ImportAttempt = { ...attempt, status: "done", run: id, connection };
  await storage.transact(account, ({ importAttempts }) => importAttempts.save(account, done));
  return done;
}

/** Marks an import attempt as failed, or as empty if its file has no rows. Also adds a record to the audit trail. */
async function failAttempt(
  { storage, clock, operator }: Ports,
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
const maxReason = 2_000;

const attemptItem = (attempt: ImportAttempt, undone: readonly StoredRun[] = []): ImportAttemptItem => ({
  attempt_id: attempt.id,
  status: attempt.status,
  started_at: isoInstant(attempt.startedAt),
  file: attempt.file,
  connection: attempt.connection,
  is_test: attempt.isTest,
  import_id: attempt.run,
  code: attempt.code,
  reason: attempt.reason,
  ...undoneAt(undone.find(({ run }) => run.id === attempt.run)),
});

const undoneAt = (stored: StoredRun | undefined) => stored?.undo && { undone_at: isoInstant(stored.undo.at) };

/**
 * Updates the status of attempts whose process has ended. An attempt becomes `done` if its run is complete. An attempt
 * becomes `failed` if it has no run and started before `before`.
 */
export function tidyAttempts({ storage, clock }: Ports, account: AccountId, before?: Instant): Promise<void> {
  return storage.transact(account, async ({ importAttempts, importRuns, audit }) => {
    for (const attempt of await importAttempts.unfinished(account)) {
      const run = attempt.run === null ? undefined : await importRuns.byId(account, attempt.run);
      if (run?.isComplete) await importAttempts.save(account, { ...attempt, status: "done", code: null, reason: null });
      else if (before !== undefined && attempt.startedAt < before && attempt.run === null) {
        await importAttempts.save(account, interrupted(attempt));
        const about = { action: "import_appointments", subject: `attempt ${attempt.id}`, rows: 0 };
        await audit.append(account, [byService({ at: clock(), ...about, outcome: code })]);
      }
    }
  });
}

const code = "interrupted";

const interrupted = (attempt: ImportAttempt): ImportAttempt => ({
  ...attempt,
  ...{ status: "failed", code, reason: "the process ended before the import finished; import the file again" },
});

const limit = 500;

/** Lists all import attempts of an account in pages, newest first. */
export function listAttempts({ storage }: Ports) {
  return async function* (account: AccountId): AsyncGenerator<readonly ImportAttemptItem[]> {
    const pages = pagesAfter<ImportAttempt>(limit, (last) =>
      storage.read(account, ({ importAttempts }) =>
        importAttempts.page(account, { before: last?.id ?? Number.MAX_SAFE_INTEGER, limit }),
      ),
    );
    for await (const attempts of pages) {
      const undone = await storage.read(account, ({ importRuns }) => importRuns.undone(account));
      yield attempts.map((attempt) => attemptItem(attempt, undone));
    }
  };
}

/**
 * Returns an import attempt and its run, if the run is complete. `number` is the id of the attempt or of its run. If no
 * attempt has this run, the attempt with this id is returned. Throws `attempt_not_found`.
 */
export function showAttempt({ storage }: Ports) {
  return (
    account: AccountId,
    number: number,
    of: "attempt" | "run" = "attempt",
  ): Promise<{ readonly attempt: ImportAttemptItem; readonly run: ImportRunItem | null }> =>
    storage.read(account, async ({ importAttempts, importRuns }) => {
      const attempt =
        (of === "run" && (await attemptOfRun(importAttempts, account, number))) ||
        (await importAttempts.byId(account, number as ImportAttemptId));
      if (!attempt) throw notFound("attempt_not_found", "the account has no import attempt with this number");
      const stored = attempt.run === null ? undefined : await importRuns.byId(account, attempt.run);
      return {
        attempt: attemptItem(attempt, stored && [stored]),
        run: stored && isListed(stored) ? importRunItem(stored.run) : null,
      };
    });
}

/** Returns the last attempt that has a run. A repeated attempt may have completed the run of an interrupted one. */
async function attemptOfRun(
  { page }: ReadStores["importAttempts"],
  account: AccountId,
  id: number,
): Promise<ImportAttempt | undefined> {
  const pages = pagesAfter<ImportAttempt>(limit, (last) =>
    page(account, { before: last?.id ?? Number.MAX_SAFE_INTEGER, limit }),
  );
  for await (const attempts of pages) {
    const found = attempts.find(({ run }) => run === id);
    if (found) return found;
  }
  return undefined;
}

/** Returns how many rows an import run skipped because they are about erased people. Throws `import_not_found`. */
export function suppressedOfRun({ storage }: Ports) {
  return (account: AccountId, importId: number): Promise<number> =>
    storage.read(account, async ({ importRuns }) => {
      const run = await importRuns.byId(account, importId as ImportRunId);
      if (!run) throw notFound("import_not_found", "the account has no import with this id");
      return run.suppressed;
    });
}
