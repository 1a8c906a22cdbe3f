import type { AccountId } from "../../foundation/kernel/ids.js";
import { attemptItem } from "./attempt-item.js";
import type { DecidedRun } from "./decide-run.js";
import { decideRun } from "./decide-run.js";
import { finishRuns } from "./finish-runs.js";
import type { ImportAttempt } from "./import-attempt.js";
import type { ImportFile } from "./import-file.js";
import type { ImportRunItem } from "./import-items.js";
import type { ImportOptions, ImportPorts } from "./import-options.js";
import { importRunItem } from "./import-run-item.js";
import { beginAttempt, endAttempt, failAttempt } from "./record-attempt.js";
import { tidyAttempts } from "./tidy-attempts.js";
import { storeRun } from "./store-run.js";

/**
 * Imports a file of appointments as one run. Rows are judged first, while other requests go on. Once the run is decided, it
 * is stored completely, even after a crash. A file whose run was interrupted is not imported again: that run is returned,
 * complete. Every call is recorded as an attempt, whether it succeeds or not. A file without rows is `empty_file`.
 */
export function importAppointments(ports: ImportPorts, finishLoad: FinishLoad) {
  return async (account: AccountId, file: ImportFile, options: ImportOptions = {}): Promise<ImportRunItem> => {
    const attempt = await beginAttempt(ports, account, options);
    async function fail(error: unknown): Promise<never> {
      // If this cannot be stored either, the nightly clean-up records the failure.
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

/** Completes the load that an account has decided, if it is unfinished. */
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
  // A load and a run of one account are never stored at the same time: their records could be the same.
  async function finish() {
    await finishLoad(account);
    return finishRuns(ports)(account);
  }
  const interrupted = await finish();
  if (interrupted.length > 0) await tidyAttempts(ports, account);
  // While another run of the account is decided or stored, the rows are judged again, against its rows as well.
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
