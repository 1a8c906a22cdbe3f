import type { AccountId } from "../kernel/ids.js";
import { decideRun } from "./decide-run.js";
import type { ImportFile } from "./import-file.js";
import type { ImportRunItem } from "./import-items.js";
import type { ImportOptions, ImportPorts } from "./import-options.js";
import { importRunItem } from "./import-run-item.js";
import type { StoredRun } from "./import-run.js";
import { storeRun } from "./store-run.js";

/**
 * Imports a file of appointments as one run. Its rows are judged first, while everybody else goes on; then the run is
 * decided, and from then on it is stored as a whole, whatever happens.
 */
export function importAppointments(ports: ImportPorts) {
  return async (account: AccountId, file: ImportFile, options: ImportOptions = {}): Promise<ImportRunItem> => {
    const before = await finishRuns(ports)(account);
    for (;;) {
      const decided = await decideRun(ports, account, file, options, before);
      // Another run was decided meanwhile: the rows are held against its rows as well.
      if (!decided) continue;
      const of = decided.run.rowsProcessed;
      await storeRun(ports, account, decided, (rows) => options.onProgress?.({ phase: "storing", rows, of }));
      return importRunItem(decided.run);
    }
  };
}

/** Stores the rest of runs that were decided when their process ended; answers them. */
export function finishRuns(ports: Omit<ImportPorts, "secrets">) {
  return async (account: AccountId): Promise<readonly StoredRun[]> => {
    const runs = await ports.storage.read(account, ({ importRuns }) => importRuns.incomplete(account));
    for (const run of runs) await storeRun(ports, account, run, () => {});
    return runs;
  };
}
