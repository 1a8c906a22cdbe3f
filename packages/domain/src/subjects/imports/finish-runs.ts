import type { AccountId } from "../../foundation/kernel/ids.js";
import type { StoredRun } from "./import-run.js";
import type { ImportRunStore } from "./import-stores.js";
import type { StorePorts } from "./store-ports.js";
import { storeRun } from "./store-run.js";

export type FinishPorts = StorePorts<{ readonly importRuns: Pick<ImportRunStore, "incomplete"> }>;

/** Completes an account's interrupted import runs if all rows of the run were checked. Returns the completed runs. */
export function finishRuns(ports: FinishPorts) {
  return async (account: AccountId): Promise<readonly StoredRun[]> => {
    const runs = await ports.storage.read(account, ({ importRuns }) => importRuns.incomplete(account));
    for (const run of runs) await storeRun(ports, account, run, () => {});
    return runs;
  };
}
