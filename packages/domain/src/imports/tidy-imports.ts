import type { AccountId } from "../kernel/ids.js";
import { day, plus } from "../kernel/instant.js";
import type { Reads, Transactions } from "../kernel/storage.js";
import { discardStaged } from "./discard-staged.js";
import { finishRuns } from "./finish-runs.js";
import type { ImportRunStore, StagedRowStore } from "./import-stores.js";
import type { PartStores } from "./staged-parts.js";
import { tidyAttempts } from "./tidy-attempts.js";
import type { RunStores, StorePorts } from "./store-ports.js";

/** For so long a run may take to be decided. */
const patience = day;

/** What tidying up reads. */
export type TidyReads = PartStores & {
  readonly importRuns: Pick<ImportRunStore, "incomplete">;
  readonly stagedRows: Pick<StagedRowStore, "abandoned">;
};

export type TidyPorts = Omit<StorePorts, "storage"> & {
  readonly storage: Transactions<RunStores> & Reads<TidyReads>;
};

/** Does what runs have left whose process ended: stores the rest of those that were decided, forgets the others. */
export function tidyImports(ports: TidyPorts) {
  return async (account: AccountId): Promise<void> => {
    await finishRuns(ports)(account);
    const before = plus(ports.clock(), -patience);
    const abandoned = await ports.storage.read(account, ({ stagedRows }) => stagedRows.abandoned(account, before));
    await tidyAttempts(ports, account, before);
    for (const staging of abandoned) await discardStaged(ports, account, staging);
  };
}
