import { recordFailure } from "../../foundation/accounts/audit-trail.js";
import { catalogParts } from "../../foundation/catalog/catalog.js";
import type { Problem } from "../../foundation/kernel/domain-error.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { OnStored, Ports, ReadStores } from "../../foundation/kernel/storage.js";
import { readSuppression } from "../../foundation/records/personal-data.js";
import { finishRuns } from "../../subjects/imports/apply.js";
import { type BundleKind, type BundleSource, erasedLines } from "./bundle-lines.js";
import { type BundleContents, checkBundle } from "./check-bundle.js";
import { type LoadSizes, stageBundle, type Staging, usualSizes } from "./stage-bundle.js";
import { decideLoad, discardedLoad, finishLoad, storeLoad, tallyOf, unfinishedLoad } from "./staged-load.js";
import { catalogDeletions, type Tally } from "./store-records.js";

/** Progress of a load. `of` is the total number of lines, which is known after the check. */
export type LoadProgress = { readonly phase: "checking" | "storing"; readonly lines: number; readonly of?: number };

export type LoadOptions = {
  /** Check the bundle without storing anything. */
  readonly dryRun?: boolean;
  /**
   * Number of records that the complete lists of the bundle may delete. Required, and must be exact, if more than half of
   * at least 20 records of a kind would be deleted.
   */
  readonly allowDeletions?: number;
  readonly onProgress?: (progress: LoadProgress) => void;
  readonly onStored?: OnStored<AcceptedLoad>;
};

/** Number of lines of a kind in the bundle. After storing, also the numbers of changed and deleted records. */
type LoadedKind = {
  readonly lines: number;
  /** Number of stored records that a complete list does not name, and that the load therefore deletes. */
  readonly missing?: number;
  readonly changed?: number;
  readonly deleted?: number;
};

/** Result of a load, with counts by kind of record. */
export type LoadReport = {
  readonly stored: boolean;
  readonly lines: number;
  readonly kinds: Readonly<Partial<Record<BundleKind, LoadedKind>>>;
  /** The first 100 lines that are valid, but probably do not work as intended. Absent if there are none. */
  readonly warnings?: readonly Problem[];
};

/**
 * Load that was accepted. If `staging` is present, the rest of the load is stored in further units of work, and the
 * report counts the changes of the first one.
 */
export type AcceptedLoad = { readonly report: LoadReport; readonly staging?: string };

/**
 * Loads an account bundle. Throws `bundle_invalid` and stores nothing if the bundle has an error.
 *
 * A small bundle is stored in one unit of work. A large bundle is staged while it is checked and then decided. A
 * decided load is stored completely in many short units of work, even after a crash. An earlier decided load is
 * completed first. The audit trail also records failed loads, but not failed dry runs.
 */
export function loadBundle(ports: Ports, sizes: LoadSizes = usualSizes) {
  return async (account: AccountId, source: BundleSource, options: LoadOptions = {}): Promise<LoadReport> => {
    const { dryRun = false, allowDeletions, onProgress = () => {}, onStored = async () => {} } = options;
    const attempt = { ports, account, source, allowDeletions, dryRun, onProgress, onStored };
    if (dryRun) return loadReport((await check(attempt)).contents);
    return recordFailure(ports, { account, action: "load_bundle" }, () => loadUntilDone(attempt, sizes));
  };
}

type Attempt = {
  readonly ports: Ports;
  readonly account: AccountId;
  readonly source: BundleSource;
  readonly allowDeletions: number | undefined;
  readonly dryRun: boolean;
  readonly onProgress: (progress: LoadProgress) => void;
  readonly onStored: OnStored<AcceptedLoad>;
};

async function loadUntilDone(attempt: Attempt, sizes: LoadSizes): Promise<LoadReport> {
  const { ports, account } = attempt;
  for (;;) {
    await finishLoad(ports, account);
    const report = await loadOnce(attempt, stageBundle(ports, account, sizes));
    // The account changed after the check, so the bundle is checked again.
    if (report) return report;
  }
}

async function loadOnce(attempt: Attempt, staging: Staging): Promise<LoadReport | undefined> {
  const { ports, account, onProgress, onStored } = attempt;
  let isAccepted = false;
  try {
    const checked = await check(attempt, staging);
    const { contents } = checked;
    const deletions = catalogDeletions(contents.deleted);
    let lines = contents.small.length + deletions;
    const onLines = (more: number) => {
      lines = Math.min(lines + more, contents.lines);
      onProgress({ phase: "storing", lines, of: contents.lines });
    };
    // Catalog deletions need a single unit of work. Otherwise, records could refer to deleted records for a while.
    const isWhole = !staging.isLarge() || deletions > 0;
    await staging.end();
    if (!isWhole) await finishRuns(ports)(account);
    const acceptedLoad = (tally: Tally): AcceptedLoad => ({
      report: loadReport(contents, tally),
      ...(!isWhole && { staging: staging.name }),
    });
    const tally = await decideLoad(
      ports,
      account,
      { ...checked, staging, isWhole },
      {
        onLines,
        onStored: (stores, decided) => onStored(stores, acceptedLoad(decided)),
      },
    );
    if (!tally) return undefined;
    isAccepted = !isWhole;
    return await completeLoad(ports, account, acceptedLoad(tally), onLines);
  } finally {
    if (!isAccepted) await staging.discard();
  }
}

/** Checks a bundle against the account's records. Stages the lines if `staging` is given. */
async function check(attempt: Attempt, staging?: Staging) {
  const { ports, account, source, allowDeletions, dryRun, onProgress } = attempt;
  const { storage, secrets } = ports;
  const { catalog, suppression } = await storage.read(account, async (stores) => ({
    catalog: await stores.catalog.read(account, ...catalogParts),
    suppression: await readSuppression(stores, secrets, account),
  }));
  const known = {
    catalog,
    read: <T>(work: (stores: ReadStores, account: AccountId) => Promise<T>) =>
      storage.read(account, (stores) => work(stores, account)),
    isErased: erasedLines(suppression),
    ...{ allowDeletions, warnsOfDeletions: dryRun },
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

/**
 * Stores the rest of an accepted load, unless another process has already stored it. If storing fails, a later attempt
 * completes the load. The report lacks the numbers of changes if another load was accepted in the meantime.
 */
export async function completeLoad(
  ports: Ports,
  account: AccountId,
  { report, staging }: AcceptedLoad,
  onLines: (lines: number) => void = () => {},
): Promise<LoadReport> {
  if (staging === undefined) return report;
  const load = await storeLoad(ports, account, staging, { onLines }).catch((error: unknown) => {
    throw unfinishedLoad(error);
  });
  if (load?.isDiscarded) throw discardedLoad();
  const tally = load && tallyOf(load);
  const kinds = Object.entries(report.kinds).map(([name, { changed: _, deleted, ...lines }]) => {
    const kind = name as BundleKind;
    return [kind, { ...lines, ...(tally && storedCounts(tally, kind, deleted !== undefined)) }] as const;
  });
  return { ...report, kinds: Object.fromEntries(kinds) };
}

/** Creates the report. A dry run does not compare with stored records, so its report contains no numbers of changes. */
function loadReport({ lines, counts, deleted, compared, warnings }: BundleContents, stored?: Tally): LoadReport {
  const kinds = new Set([...counts.keys(), ...deleted.ids.keys(), ...deleted.keys.keys(), ...compared.keys()]);
  const found = [...kinds].map((kind): [BundleKind, LoadedKind] => {
    const { missing } = compared.get(kind) ?? {};
    const deletions = deleted.lines(kind);
    const count = {
      lines: (counts.get(kind) ?? 0) + deletions - (missing ?? 0),
      ...(missing !== undefined && { missing }),
    };
    return [kind, { ...count, ...(stored && storedCounts(stored, kind, deletions > 0 || compared.has(kind))) }];
  });
  return {
    stored: stored !== undefined,
    lines,
    kinds: Object.fromEntries(found),
    ...(warnings.length > 0 && { warnings }),
  };
}

const storedCounts = ({ changed, removed }: Tally, kind: BundleKind, deletes: boolean) => ({
  changed: changed.get(kind) ?? 0,
  ...(deletes && { deleted: removed.get(kind) ?? 0 }),
});
