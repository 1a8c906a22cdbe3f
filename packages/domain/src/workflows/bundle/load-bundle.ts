import { byOperator, recordFailure } from "../../foundation/accounts/audit-trail.js";
import { catalogParts } from "../../foundation/catalog/catalog.js";
import type { Problem } from "../../foundation/kernel/domain-error.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { isLoading } from "../../foundation/records/load-store.js";
import { readSuppression, refuseChanged, type Suppression } from "../../foundation/records/personal-data.js";
import type { LaterStep, LineValues } from "../../foundation/records/record-type.js";
import { unitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { finishRuns } from "../../subjects/imports/apply.js";
import type { AnyLoadedType, RecordKind, RecordReads, RecordStores } from "../../subjects/record-types/record-types.js";
import { type BundleKind, type BundleSource, erasedLines, linesOf } from "./bundle-lines.js";
import { type BundleContents, checkBundle } from "./check-bundle.js";
import {
  decideLoad,
  discardedLoad,
  finishLoad,
  type LoadPorts,
  type LoadSizes,
  stageBundle,
  type Staging,
  storeLoad,
  tallyOf,
  unfinishedLoad,
  usualSizes,
} from "./staged-load.js";
import {
  addTo,
  type Counts,
  decidedTypes,
  deletesCatalog,
  emptyTally,
  type LoadWork,
  removal,
  runLater,
  storedInOrder,
  storeLines,
  storeSmallKinds,
  type Tally,
  totalOf,
} from "./store-records.js";

/** Progress of a load. `of` is the total number of lines, which is known after the check. */
export type LoadProgress = { readonly phase: "checking" | "storing"; readonly lines: number; readonly of?: number };

export type LoadOptions = {
  /** Check the bundle without storing anything. */
  readonly dryRun?: boolean;
  readonly onProgress?: (progress: LoadProgress) => void;
};

/** Number of lines of a kind in the bundle. After storing, also the numbers of changed and deleted records. */
type LoadedKind = { readonly lines: number; readonly changed?: number; readonly deleted?: number };

/** Result of a load, with counts by kind of record. */
export type LoadReport = {
  readonly stored: boolean;
  readonly lines: number;
  readonly kinds: Readonly<Partial<Record<BundleKind, LoadedKind>>>;
  /** The first 100 lines that are valid, but probably do not work as intended. Absent if there are none. */
  readonly warnings?: readonly Problem[];
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

type Attempt = {
  readonly ports: LoadPorts;
  readonly account: AccountId;
  readonly source: BundleSource;
  readonly onProgress: (progress: LoadProgress) => void;
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

/** A checked bundle and the suppression list used for the check. */
type Checked = {
  readonly source: BundleSource;
  readonly contents: BundleContents;
  readonly suppression: Suppression;
};

/** Stores a whole bundle in one unit of work. Returns `undefined` and stores nothing if another load is unfinished. */
function storeWhole(
  ports: LoadPorts,
  account: AccountId,
  { source, contents, suppression }: Checked,
  onLines: (lines: number) => void,
): Promise<Tally | undefined> {
  const { storage, clock, secrets, operator } = ports;
  return storage.transact(account, async (stores, now) => {
    if (await isLoading(stores, account)) return undefined;
    await refuseChanged(suppression, stores, secrets, account);
    const tally = emptyTally();
    await storeSmallKinds({ stores, account, now, at: clock(), operator }, contents, tally);
    const about = { work: await unitOfWork(stores, account, now), host: ports };
    const remove = removal(about, contents.deleted, tally.removed);
    await remove.first();
    await storeRecords(about, source, contents, tally.changed, onLines);
    await remove.last();
    await stores.audit.append(account, [
      byOperator({ at: clock(), action: "load_bundle", rows: totalOf(tally) }, { operator }),
    ]);
    return tally;
  });
}

/**
 * Function that processes the lines of one kind during one reading of the bundle.
 * Returns the number of new and changed records.
 */
type Task = {
  readonly kind: RecordKind;
  readonly take: (lines: readonly LineValues[]) => Promise<number>;
};

/** Reads the bundle once or twice more, and stores its lines chunk by chunk. */
async function storeRecords(
  about: LoadWork,
  source: BundleSource,
  { counts }: BundleContents,
  changed: Counts,
  onLines: (lines: number) => void,
): Promise<void> {
  const { first, second, finishFirst } = readingsOf(
    about,
    storedInOrder.filter(({ kind }) => counts.has(kind)),
  );
  const due = [first, second].filter(({ length }) => length > 0);
  let lines = 0;
  for (const tasks of due) {
    const kinds = tasks.map(({ kind }) => kind);
    for await (const chunk of source.read()) {
      const byKind = new Map(linesOf(kinds, chunk));
      for (const { kind, take } of tasks) addTo(changed, kind, await take(byKind.get(kind) ?? []));
      lines += chunk.length;
      onLines(Math.floor(lines / due.length));
    }
    if (tasks === first) await finishFirst();
  }
}

/** Divides the work into two passes over the bundle, because some types must see all lines before storing any. */
function readingsOf({ work, host }: LoadWork, types: readonly AnyLoadedType[]) {
  const [first, second]: [Task[], Task[]] = [[], []];
  const later = new Map<LaterStep<RecordStores>, unknown[]>();
  for (const type of types) {
    const { kind, lines: rules } = type;
    const storing = rules.storing.begin(host);
    const values: unknown[] = [];
    if (rules.storing.later) later.set(rules.storing.later, values);
    const take = async (lines: readonly LineValues[]) => {
      if (lines.length === 0) return 0;
      const stored = await storeLines(type, storing, lines, work);
      for (const value of stored.later ?? []) values.push(value);
      return stored.count;
    };
    (rules.storing.reading === "first" ? first : second).push({ kind, take });
    const { note } = storing;
    if (note) first.push({ kind, take: async (lines) => (note(lines, work), 0) });
  }
  const finishFirst = async () => {
    for (const [step, values] of later) await runLater(step, values, work);
  };
  return { first, second, finishFirst };
}

/** Creates the report. A dry run does not compare with stored records, so its report contains no numbers of changes. */
function loadReport({ lines, counts, deleted, warnings }: BundleContents, stored?: Tally): LoadReport {
  const kinds = new Set([...counts.keys(), ...deleted.ids.keys(), ...deleted.keys.keys()]);
  const found = [...kinds].map((kind): [BundleKind, LoadedKind] => {
    const deletions = deleted.lines(kind);
    return [
      kind,
      {
        lines: (counts.get(kind) ?? 0) + deletions,
        ...(stored && { changed: stored.changed.get(kind) ?? 0 }),
        ...(stored && deletions > 0 && { deleted: stored.removed.get(kind) ?? 0 }),
      },
    ];
  });
  return {
    stored: stored !== undefined,
    lines,
    kinds: Object.fromEntries(found),
    ...(warnings.length > 0 && { warnings }),
  };
}
