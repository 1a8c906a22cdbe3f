import { eachAccount } from "../../foundation/accounts/account.js";
import { byOperator } from "../../foundation/accounts/audit-trail.js";
import { type Catalog, catalogParts } from "../../foundation/catalog/catalog.js";
import { conflict, isDomainError, unavailable } from "../../foundation/kernel/domain-error.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { sameValue } from "../../foundation/kernel/json.js";
import type { OnStored, Ports, Stores } from "../../foundation/kernel/storage.js";
import { day, type Instant, localCalendar, plus } from "../../foundation/kernel/times.js";
import { type BundlePart, isLoading, type PartPlace, type StoredLoad } from "../../foundation/records/load-store.js";
import { readSuppression, refuseChanged, type Suppression } from "../../foundation/records/personal-data.js";
import type { LineValues } from "../../foundation/records/record-type.js";
import { unitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { finishRuns } from "../../subjects/imports/apply.js";
import { isInterrupted } from "../../subjects/patient-surveys/patient-file.js";
import { type LoadStep, loadSteps, recordTypes } from "../../subjects/record-types/record-types.js";
import { type BundleContents, lineChecks } from "./check-bundle.js";
import {
  decidedSteps,
  emptyTally,
  hasLines,
  type LoadWork,
  runStep,
  runSteps,
  storeSmallKinds,
  storingEach,
  type Tally,
  totalOf,
} from "./store-records.js";
import { discardParts, linesIn, type Staging } from "./stage-bundle.js";

/** A checked bundle, and the catalog and suppression list used for the check. */
export type CheckedBundle = {
  readonly contents: BundleContents;
  readonly catalog: Catalog;
  readonly suppression: Suppression;
  /** Parts with the lines of the bundle. */
  readonly staging: Staging;
  /** True if the unit of work that accepts the load also stores all of it. */
  readonly isWhole: boolean;
};

type Work = { readonly stores: Stores; readonly account: AccountId; readonly now: Instant };

/**
 * Accepts a load in one unit of work. Returns `undefined` and stores nothing if the check is outdated.
 *
 * A whole load is stored completely. Of other loads, only the lines that can still be rejected (settings, catalog and
 * users) are stored, and the account's load slot is reserved.
 */
export function decideLoad(
  ports: Ports,
  account: AccountId,
  checked: CheckedBundle,
  { onLines, onStored }: { onLines: (lines: number) => void; onStored: OnStored<Tally> },
): Promise<Tally | undefined> {
  const { storage, clock, operator } = ports;
  const { contents, staging, isWhole } = checked;
  return storage.transact(account, async (stores, now) => {
    const work = { stores, account, now };
    if (await isOutdated(work, ports, checked)) return undefined;
    const tally = emptyTally();
    await storeSmallKinds({ ...work, at: clock(), operator }, contents, tally);
    const about = { work: await unitOfWork(stores, account, now), ports, storingOf: storingEach(ports) };
    const linesOf = (step: LoadStep) => stagedLines((after) => staging.next(stores.loads, after), step);
    await runSteps(isWhole ? loadSteps : decidedSteps, linesOf, about, tally, onLines);
    if (isWhole) await stores.audit.append(account, [loadedEvent(ports, tally)]);
    else await reserve(work, staging.name, tally);
    await onStored(stores, tally);
    return tally;
  });
}

/** True if the bundle must be checked again. Throws `erased_meanwhile` if a whole load may contain an erased person. */
async function isOutdated(
  work: Work,
  { secrets }: Ports,
  { contents, catalog, suppression, staging, isWhole }: CheckedBundle,
): Promise<boolean> {
  const { stores, account } = work;
  const { loads, importRuns } = stores;
  if (await isLoading(stores, account)) return true;
  if (isWhole) await refuseChanged(suppression, stores, secrets, account);
  if (staging.isLarge() && (await loads.count(account, staging.name)) !== staging.parts()) return true;
  if (!sameValue(await stores.catalog.read(account, ...catalogParts), catalog)) return true;
  if (isWhole) return (await contents.mentions((read) => read(stores, account))).length > 0;
  // Nothing may prevent the service from storing a decided load later.
  if ((await importRuns.incomplete(account)).length > 0) return true;
  // If a person was erased after the check, lines about this person must not be stored.
  if ((await readSuppression(stores, secrets, account)).version !== suppression.version) return true;
  return areRefused(work, staging.name);
}

/** Checks the lines again that can still be rejected. Returns true if a line has a new problem. */
async function areRefused(work: Work, staging: string): Promise<boolean> {
  let isRefused = false;
  const report = () => {
    isRefused = true;
  };
  const checks = lineChecks(decidedSteps.map(({ type }) => type));
  for (const step of decidedSteps) {
    const line = { line: 0, kind: step.type.kind, isDeletion: step.task === "remove" };
    for await (const lines of stagedLines(nextIn(work, staging), step)) {
      for (const values of lines) checks.note({ ...line, values }, report);
    }
  }
  await checks.finish(
    (read) => read(work.stores, work.account),
    () => undefined,
    report,
  );
  return isRefused;
}

/** Removes the parts that were stored with the decision, and saves the load as the account's last accepted load. */
async function reserve(work: Work, staging: string, tally: Tally): Promise<void> {
  const { account, stores } = work;
  const { loads } = stores;
  for (const step of decidedSteps) {
    for await (const part of partsOf(nextIn(work, staging), step)) await loads.remove(account, staging, part);
  }
  await loads.save(account, { staging, isComplete: false, isDiscarded: false, ...countsOf(tally) });
}

/** Reads the first part of a load after a position. */
type NextPart = (after: PartPlace) => Promise<BundlePart | undefined>;

const nextIn =
  ({ stores: { loads }, account }: Work, staging: string): NextPart =>
  (after) =>
    loads.next(account, staging, after);

/** Reads the staged parts of a step. */
async function* partsOf(next: NextPart, { number }: LoadStep): AsyncGenerator<BundlePart> {
  for (let after: PartPlace = { step: number, position: -1 }; ;) {
    const part = await next(after);
    if (part?.step !== number) return;
    yield part;
    after = part;
  }
}

/** Reads the staged lines of a step, part by part. */
async function* stagedLines(next: NextPart, step: LoadStep): AsyncGenerator<readonly LineValues[]> {
  for await (const { body } of partsOf(next, step)) yield linesIn(body);
}

type StoringOptions = {
  /** Called with the number of lines that a unit of work has stored. */
  readonly onLines?: (lines: number) => void;
  /** Returns true to stop after the current unit of work. A later call stores the remaining parts. */
  readonly isStopping?: () => boolean;
};

type Unit =
  | { readonly ended: StoredLoad | undefined }
  | { readonly lines: number }
  /** The part was read ahead, but it is no longer the next part of the load. It must not be stored yet. */
  | { readonly isElsewhere: true };

/**
 * Stores a decided load, one part per unit of work. Returns the load in its last known state.
 *
 * The unit of work that stores a part also removes it. Each part is therefore stored exactly once, even after restarts
 * or in concurrent processes. Returns `undefined` if another load has been decided since.
 */
export async function storeLoad(
  ports: Ports,
  account: AccountId,
  staging: string,
  { onLines, isStopping }: StoringOptions = {},
): Promise<StoredLoad | undefined> {
  const { storage } = ports;
  // Complete any import that an earlier version left unfinished, because its records cannot be changed until then.
  await finishRuns(ports)(account);
  const storingOf = storingEach(ports);
  const noteLines = noting(ports, account, staging, storingOf);
  const read = (after?: PartPlace) => storage.read(account, ({ loads }) => loads.next(account, staging, after));
  let ahead = read();
  let seen: StoredLoad | undefined;
  try {
    for (;;) {
      const part = await ahead;
      if (part) await noteLines(part);
      const unit = await storage.transact(account, async (stores, now): Promise<Unit> => {
        const load = await stores.loads.last(account);
        if (load?.staging !== staging) return { ended: seen };
        seen = load;
        if (load.isComplete) return { ended: load };
        const first = await stores.loads.first(account, staging);
        if (!first) return { ended: await complete(ports, stores, account, load) };
        if (!part || !isAt(part, first)) return { isElsewhere: true };
        // Read the next part while this part is stored. A read error is thrown where the part is awaited.
        ahead = read(first);
        ahead.catch(() => {});
        const about = { work: await unitOfWork(stores, account, now), ports, storingOf };
        return { lines: await storePart(about, load, part) };
      });
      if ("ended" in unit) return unit.ended;
      if ("isElsewhere" in unit) ahead = read();
      else onLines?.(unit.lines);
      if (isStopping?.()) return seen;
    }
  } finally {
    await ahead.catch(() => {});
  }
}

const isAt = (part: PartPlace, { step, position }: PartPlace): boolean =>
  part.step === step && part.position === position;

/** Stores a part and removes it. Returns its number of lines. */
async function storePart(about: LoadWork, load: StoredLoad, part: BundlePart): Promise<number> {
  const { stores, account, now } = about.work;
  const step = loadSteps.find(({ number }) => number === part.step);
  if (!step) throw new Error(`a load has a part of an unknown step: ${part.step}`);
  const values = hasLines(step) ? linesIn(part.body) : (JSON.parse(part.body) as unknown[]);
  const tally = tallyOf(load);
  const later = await runStep(step, values, about, tally);
  if (later) {
    const waiting = { step: later.step, position: part.position, body: JSON.stringify(later.values) };
    await stores.loads.stage(account, load.staging, [waiting], now);
  }
  await stores.loads.remove(account, load.staging, part);
  await stores.loads.save(account, { ...load, ...countsOf(tally) });
  return hasLines(step) ? values.length : 0;
}

/** Marks a load as complete when no parts remain. */
async function complete(
  ports: Ports,
  { loads, audit }: Stores,
  account: AccountId,
  load: StoredLoad,
): Promise<StoredLoad> {
  const ended = { ...load, isComplete: true };
  await loads.save(account, ended);
  await audit.append(account, [loadedEvent(ports, tallyOf(load))]);
  return ended;
}

const loadedEvent = ({ clock, operator }: Ports, tally: Tally) =>
  byOperator({ at: clock(), action: "load_bundle", rows: totalOf(tally) }, { operator });

/** Returns the number of records that a load has stored and deleted so far. */
export const tallyOf = ({ changed, removed }: Pick<StoredLoad, "changed" | "removed">): Tally => ({
  changed: new Map(Object.entries(changed)) as Tally["changed"],
  removed: new Map(Object.entries(removed)) as Tally["removed"],
});

const countsOf = ({ changed, removed }: Tally): Pick<StoredLoad, "changed" | "removed"> => ({
  changed: Object.fromEntries(changed),
  removed: Object.fromEntries(removed),
});

/** Returns a function that passes all lines of a part's step to record types that must see them before storing any. */
function noting({ storage }: Ports, account: AccountId, staging: string, storingOf: LoadWork["storingOf"]) {
  const noted = new Set<number>();
  const next: NextPart = (after) => storage.read(account, ({ loads }) => loads.next(account, staging, after));
  return async (part: PartPlace): Promise<void> => {
    const step = loadSteps.find(({ number, task }) => number === part.step && task === "store");
    const { note } = step ? storingOf(step.type) : {};
    if (!step || !note || noted.has(step.number)) return;
    const { timeZone, matchWindowDays: windowDays } = await storage.read(account, ({ settings }) =>
      settings.read(account),
    );
    const matching = { calendar: localCalendar(timeZone), windowDays };
    for await (const lines of stagedLines(next, step)) note(lines, { matching });
    noted.add(step.number);
  };
}

/** Age in milliseconds at which the staged lines of a load are deleted, unless the load was accepted. */
const patience = day;

/**
 * Completes an account's decided load if it is unfinished. Returns whether it was unfinished.
 *
 * Throws `load_unfinished` if storing a part fails for a reason other than the database. The remaining parts stay
 * staged until an operator discards the load.
 */
export async function finishLoad(ports: Ports, account: AccountId, isStopping?: () => boolean): Promise<boolean> {
  const load = await ports.storage.read(account, ({ loads }) => loads.last(account));
  if (!load || load.isComplete) return false;
  try {
    await storeLoad(ports, account, load.staging, isStopping && { isStopping });
  } catch (error) {
    throw isDomainError(error) && error.kind === "unavailable" ? error : earlierUnfinishedLoad(error);
  }
  return true;
}

/** Unfinished work by account, and the number of checks since it last made progress. */
export type Stalls = Map<AccountId, { readonly work: string; readonly checks: number }>;

/** Number of checks after which stalled work is tried again, because the last attempt failed. */
const checksBetween = 60;

/**
 * Completes or undoes the loads, imports and patient files that killed processes left unfinished, one account at a time.
 * With `stalls`, skips work that has made progress since the last call with the same map.
 * Returns the number of accounts with such work.
 */
export function finishWork(ports: Ports) {
  return async (isStopping: () => boolean = () => false, stalls?: Stalls): Promise<number> => {
    const had = await eachAccount(ports.storage, async ({ id }) => {
      if (isStopping()) return false;
      const work = await unfinishedWork(ports, id);
      if (work === undefined) stalls?.delete(id);
      if (work === undefined || (stalls && !isDue(stalls, id, work))) return false;
      await finishLoad(ports, id, isStopping);
      for (const { tidy } of recordTypes) if (!isStopping()) await tidy?.(ports, id);
      return true;
    });
    return had.filter(Boolean).length;
  };
}

/** Notes the state of an account's unfinished work. Returns true if the work should be completed now. */
function isDue(stalls: Stalls, account: AccountId, work: string): boolean {
  const known = stalls.get(account);
  const checks = known && known.work === work ? known.checks + 1 : 0;
  stalls.set(account, { work, checks });
  return checks % checksBetween === 1;
}

/** Describes how far the unfinished work of an account has come. Returns `undefined` if there is none. */
function unfinishedWork({ storage, clock }: Ports, account: AccountId): Promise<string | undefined> {
  return storage.read(account, async ({ loads, importRuns, stagedRows, patientFiles }) => {
    const last = await loads.last(account);
    const load = last?.isComplete ? undefined : last;
    const runs = await importRuns.incomplete(account);
    const files = (await patientFiles.unfinished(account)).filter((one) => isInterrupted(one, clock()));
    if (!load && runs.length + files.length === 0) return undefined;
    const part = load && (await loads.next(account, load.staging));
    const rows: unknown[] = [];
    for (const { staging } of runs) rows.push((await stagedRows.next(account, staging, -1, 1))[0]?.position);
    const place = part && [part.step, part.position];
    return JSON.stringify([
      load?.staging,
      place,
      runs.map(({ run, undo }) => [run.id, undo]),
      rows,
      files.map(({ id }) => id),
    ]);
  });
}

/** Completes a load that was accepted but not stored completely. Also removes lines of loads that were not accepted. */
export async function tidyLoads(ports: Ports, account: AccountId): Promise<void> {
  await finishLoad(ports, account);
  const before = plus(ports.clock(), -patience);
  const names = await ports.storage.read(account, ({ loads }) => loads.abandoned(account, before));
  for (const name of names) await discardParts(ports.storage, account, name);
}

/**
 * Ends an account's unfinished load and discards its remaining parts. Returns whether a load was unfinished. The
 * records that the load has already stored stay.
 */
export function discardLoad({ storage, clock, operator }: Ports) {
  return (account: AccountId): Promise<boolean> =>
    storage.transact(account, async ({ loads, audit }) => {
      const load = await loads.last(account);
      if (!load || load.isComplete) return false;
      await loads.save(account, { ...load, isComplete: true, isDiscarded: true });
      while ((await loads.discard(account, load.staging)) > 0);
      const event = { at: clock(), action: "discard_load", rows: totalOf(tallyOf(load)) };
      await audit.append(account, [byOperator(event, { operator })]);
      return true;
    });
}

/** Returns the error for an accepted load that was interrupted while it was being stored. */
export const unfinishedLoad = (cause: unknown) =>
  unavailable(
    "load_unfinished",
    `the bundle was accepted, but storing it was interrupted${reasonOf(cause)}; a server completes it within a few minutes, and the next load completes it too; ${help}`,
    cause,
  );

/** Returns the error for an operation that must wait until an earlier load of the account is completed. */
const earlierUnfinishedLoad = (cause: unknown) =>
  unavailable(
    "load_unfinished",
    `an earlier load of the account could not be completed${reasonOf(cause)}; try again; ${help}`,
    cause,
  );

/** Error of a load that an operator discarded while it was being stored. */
export const discardedLoad = () =>
  conflict("load_discarded", "an operator discarded the rest of this load; load the bundle again");

const help = 'if this happens again, remove the rest of it with "repute load --discard"';

const reasonOf = (cause: unknown): string => (isDomainError(cause) ? ` (${cause.message})` : "");
