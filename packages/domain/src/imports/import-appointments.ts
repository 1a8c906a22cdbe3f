import { originText } from "../audit/audit-origin.js";
import { recordFailure } from "../audit/record-failure.js";
import { defined } from "../kernel/defined.js";
import type { AccountId } from "../kernel/ids.js";
import { decideRun } from "./decide-run.js";
import { finishRuns } from "./finish-runs.js";
import type { ImportFile } from "./import-file.js";
import type { ImportRunItem } from "./import-items.js";
import type { ImportOptions, ImportPorts } from "./import-options.js";
import { importRunItem } from "./import-run-item.js";
import { storeRun } from "./store-run.js";

/**
 * Imports a file of appointments as one run. Its rows are judged first, while everybody else goes on; then the run is
 * decided, and from then on it is stored as a whole, whatever happens. A file whose run was interrupted is not imported
 * again: that run is returned, complete.
 */
export function importAppointments(ports: ImportPorts) {
  const run = runOnce(ports);
  return (account: AccountId, file: ImportFile, options: ImportOptions = {}): Promise<ImportRunItem> => {
    const origin = defined({ connection: originText(options.connection ?? "") });
    return recordFailure(ports, { account, action: "import_appointments", origin }, () => run(account, file, options));
  };
}

function runOnce(ports: ImportPorts) {
  return async (account: AccountId, file: ImportFile, options: ImportOptions): Promise<ImportRunItem> => {
    const finish = finishRuns(ports);
    const interrupted = await finish(account);
    // While another run of the account is decided or stored, the rows are judged again, against its rows as well.
    for (; ; await finish(account)) {
      const decided = await decideRun(ports, account, file, options, interrupted);
      if (!decided) continue;
      const of = decided.run.rowsProcessed;
      const onRows = (rows: number) => options.onProgress?.({ phase: "storing", rows, of });
      if (!interrupted.includes(decided)) await storeRun(ports, account, decided, onRows);
      return importRunItem(decided.run);
    }
  };
}
