import { recordFailure } from "../../foundation/audit/record-failure.js";
import { catalogParts } from "../../foundation/catalog/catalog.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { readSuppression } from "../../foundation/suppression/suppression.js";
import { finishRuns } from "../../subjects/imports/apply.js";
import type { RecordReads } from "../../subjects/record-types/record-types.js";
import type { BundleSource } from "./bundle-source.js";
import { type BundleContents, checkBundle } from "./check-bundle.js";
import { decideLoad } from "./decide-load.js";
import { erasedLines } from "./erased-lines.js";
import { finishLoad } from "./finish-loads.js";
import type { LoadPorts } from "./load-ports.js";
import { emptyTally, type LoadReport, loadReport, type Tally } from "./load-report.js";
import { decidedTypes } from "./load-steps.js";
import { deletesCatalog } from "./small-kinds.js";
import { type LoadSizes, stageBundle, type Staging, usualSizes } from "./stage-bundle.js";
import { storeLoad, tallyOf } from "./store-load.js";
import { storeWhole } from "./store-whole.js";
import { discardedLoad, unfinishedLoad } from "./unfinished-load.js";

/** Progress of a load. `of` is the total number of lines, which is known after the check. */
export type LoadProgress = { readonly phase: "checking" | "storing"; readonly lines: number; readonly of?: number };

export type LoadOptions = {
  /** Check the bundle without storing anything. */
  readonly dryRun?: boolean;
  readonly onProgress?: (progress: LoadProgress) => void;
};

type Attempt = {
  readonly ports: LoadPorts;
  readonly account: AccountId;
  readonly source: BundleSource;
  readonly onProgress: (progress: LoadProgress) => void;
};

/**
 * Loads an account bundle. Throws `bundle_invalid` and stores nothing if the bundle has an error.
 *
 * A small bundle is stored in one unit of work. A large bundle is staged while it is checked and then decided. A
 * decided load is stored completely in many short units of work, even after a crash. An earlier decided load is
 * completed first. The audit trail also records failed loads, but not failed dry runs.
 */
export function loadBundle(ports: LoadPorts, sizes: LoadSizes = usualSizes) {
  return async (account: AccountId, source: BundleSource, options: LoadOptions = {}): Promise<LoadReport> => {
    const { dryRun = false, onProgress = () => {} } = options;
    const attempt = { ports, account, source, onProgress };
    if (dryRun) return loadReport((await check(attempt)).contents);
    return recordFailure(ports, { account, action: "load_bundle" }, () => loadUntilDone(attempt, sizes));
  };
}

async function loadUntilDone(attempt: Attempt, sizes: LoadSizes): Promise<LoadReport> {
  const { ports, account } = attempt;
  for (;;) {
    await finishLoad(ports, account);
    const report = await loadOnce(attempt, stageBundle(ports, account, sizes));
    // The account changed after the check, so the bundle is checked again.
    if (report) return report;
  }
}

/** Checks a bundle against the account's records. Stages the lines if `staging` is given. */
async function check({ ports: { storage, secrets }, account, source, onProgress }: Attempt, staging?: Staging) {
  const { catalog, suppression } = await storage.read(account, async (stores) => ({
    catalog: await stores.catalog.read(account, ...catalogParts),
    suppression: await readSuppression(stores, secrets, account),
  }));
  const known = {
    catalog,
    read: <T>(work: (stores: RecordReads, account: AccountId) => Promise<T>) =>
      storage.read(account, (stores) => work(stores, account)),
    isErased: erasedLines(suppression),
  };
  const contents = await checkBundle(source, known, {
    onLine: staging?.note ?? (() => {}),
    async onChunk(lines) {
      await staging?.flush();
      onProgress({ phase: "checking", lines });
    },
  });
  return { contents, catalog, suppression };
}

async function loadOnce(attempt: Attempt, staging: Staging): Promise<LoadReport | undefined> {
  const { ports, account, source, onProgress } = attempt;
  let isDecided = false;
  try {
    const checked = await check(attempt, staging);
    const { contents } = checked;
    const onLines = (lines: number) => onProgress({ phase: "storing", lines, of: contents.lines });
    // Catalog deletions need a single unit of work. Otherwise, records could refer to deleted records for a while.
    if (!staging.isLarge() || deletesCatalog(contents.deleted)) {
      const tally = await storeWhole(ports, account, { ...checked, source }, onLines);
      return tally && loadReport(contents, tally);
    }
    await staging.end();
    await finishRuns(ports)(account);
    isDecided = await decideLoad(ports, account, { ...checked, staging });
    if (!isDecided) return undefined;
    return loadReport(contents, await storeDecided(attempt, staging, contents));
  } finally {
    if (!isDecided) await staging.discard();
  }
}

/** Stores an accepted load. If storing fails, a later attempt completes the load. */
async function storeDecided(
  { ports, account, onProgress }: Attempt,
  { name }: Staging,
  { lines: of, small, counts, deleted }: BundleContents,
): Promise<Tally> {
  const decided = decidedTypes.map(({ kind }) => (counts.get(kind) ?? 0) + deleted.lines(kind));
  let lines = decided.reduce((sum, count) => sum + count, small.length);
  const onLines = (more: number) => {
    lines = Math.min(lines + more, of);
    onProgress({ phase: "storing", lines, of });
  };
  const load = await storeLoad(ports, account, name, { onLines }).catch((error: unknown) => {
    throw unfinishedLoad(error);
  });
  if (load?.isDiscarded) throw discardedLoad();
  return load ? tallyOf(load) : emptyTally();
}
