import type { AccountId } from "../../foundation/kernel/ids.js";
import { attemptItem } from "./attempt-item.js";
import { type DecidedRun, decideRun } from "./decide-run.js";
import { finishRuns } from "./finish-runs.js";
import type { ImportAttempt } from "./import-attempt.js";
import type { ImportFile } from "./import-file.js";
import type { ImportRunItem } from "./import-items.js";
import type { ImportOptions, ImportPorts } from "./import-options.js";
import { importRunItem } from "./import-run-item.js";
import { beginAttempt, endAttempt, failAttempt } from "./record-attempt.js";
import { storeRun } from "./store-run.js";
import { tidyAttempts } from "./tidy-attempts.js";

/**
 * Imports a file of appointments in one run.
 *
 * First checks all rows, while other requests can run. When all rows are checked, the run is saved. From then on, all
 * its records will be stored, even after a crash. If an earlier run of the same file was interrupted, completes and
 * returns the earlier run instead.
 *
 * Records every call as an import attempt, even if the call fails. Throws `empty_file` if the file has no rows.
 */
export function importAppointments(ports: ImportPorts, finishLoad: FinishLoad) {
  return async (account: AccountId, file: ImportFile, options: ImportOptions = {}): Promise<ImportRunItem> => {
    const attempt = await beginAttempt(ports, account, options);
    async function fail(error: unknown): Promise<never> {
      // If storing the failure also fails, the nightly cleanup records the failure.
      const failed = await failAttempt(ports, account, attempt, error, options.fileName).catch(() => undefined);
      if (failed) options.onEnd?.({ attempt: attemptItem(failed), earlier: null });
      throw error;
    }
    const { stored, earlier } = await importFile(ports, account, file, { options, attempt, finishLoad }).catch(fail);
    const done = await endAttempt(ports, account, attempt, stored.run).catch(fail);
    options.onEnd?.({ attempt: attemptItem(done), earlier: earlier ? importRunItem(earlier.run) : null });
    return importRunItem(stored.run);
  };
}

/** Completes an interrupted bundle load of the account, if there is one. */
export type FinishLoad = (account: AccountId) => Promise<unknown>;

type Work = {
  readonly options: ImportOptions;
  readonly attempt: ImportAttempt;
  readonly finishLoad: FinishLoad;
};

async function importFile(
  ports: ImportPorts,
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
