import type { AccountId } from "../../foundation/kernel/ids.js";
import { day, plus } from "../../foundation/kernel/instant.js";
import type { Reads, Transactions } from "../../foundation/kernel/storage.js";
import { discardStaged } from "./discard-staged.js";
import { finishRuns } from "./finish-runs.js";
import type { ImportRunStore, StagedRowStore } from "./import-stores.js";
import type { PartStores } from "./staged-parts.js";
import type { RunStores, StorePorts } from "./store-ports.js";
import { tidyAttempts } from "./tidy-attempts.js";

/** Maximum time for checking a file, in milliseconds. If no import has used the file's rows by then, they are deleted. */
const patience = day;

export type TidyReads = PartStores & {
  readonly importRuns: Pick<ImportRunStore, "incomplete">;
  readonly stagedRows: Pick<StagedRowStore, "abandoned">;
};

export type TidyPorts = Omit<StorePorts, "storage"> & {
  readonly storage: Transactions<RunStores> & Reads<TidyReads>;
};

/**
 * Cleans up interrupted imports. Completes the runs whose rows were all checked, and deletes the staged rows of other
 * runs.
 */
export function tidyImports(ports: TidyPorts) {
  return async (account: AccountId): Promise<void> => {
    await finishRuns(ports)(account);
    const before = plus(ports.clock(), -patience);
    const abandoned = await ports.storage.read(account, ({ stagedRows }) => stagedRows.abandoned(account, before));
    await tidyAttempts(ports, account, before);
    for (const staging of abandoned) await discardStaged(ports, account, staging);
  };
}
