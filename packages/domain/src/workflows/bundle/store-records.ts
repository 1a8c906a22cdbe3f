import { type AccountLine, type AccountSettings, mergeSettings } from "../../foundation/accounts/account.js";
import { type AuditWriter, byOperator, type OperatorPort } from "../../foundation/accounts/audit-trail.js";
import { type CatalogKind, catalogKinds } from "../../foundation/catalog/catalog-lines.js";
import type { CatalogIds } from "../../foundation/catalog/catalog.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/times.js";
import type { BundlePart } from "../../foundation/records/load-store.js";
import {
  idsIn,
  type LaterStep,
  type LineValues,
  type StoreResult,
  type Storing,
} from "../../foundation/records/record-type.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import {
  type AnyLoadedType,
  followersOf,
  loadedTypes,
  type RecordHost,
  type RecordStores,
  recordTypes,
} from "../../subjects/record-types/record-types.js";
import { type CatalogStores, saveCatalog } from "../publishing/save-catalog.js";
import {
  type BundleKind,
  catalogIn,
  checkedLine,
  type DeletedRecords,
  linesOf,
  type ParsedLine,
  type ReadLine,
} from "./bundle-lines.js";
import type { BundleContents } from "./check-bundle.js";

export type Counts = Map<BundleKind, number>;

/** Numbers of records that were new or changed, and of records that were deleted. */
export type Tally = { readonly changed: Counts; readonly removed: Counts };

export const emptyTally = (): Tally => ({ changed: new Map(), removed: new Map() });

export function addTo(counts: Counts, kind: BundleKind, records: number): void {
  counts.set(kind, (counts.get(kind) ?? 0) + records);
}

/** Returns the total number of changed and deleted records. */
export const totalOf = ({ changed, removed }: Tally): number =>
  [...changed.values(), ...removed.values()].reduce((sum, count) => sum + count, 0);

type SmallStores = CatalogStores & { readonly audit: AuditWriter };

/** A unit of work that stores settings and catalog records. `at` is the time of its audit record. */
type SmallWork = OperatorPort & {
  readonly stores: SmallStores;
  readonly account: AccountId;
  readonly now: Instant;
  readonly at: Instant;
};

/** Stores the settings and the catalog before all other lines. Adds changed settings to the audit trail. */
export async function storeSmallKinds(
  { stores, account, now, at, operator }: SmallWork,
  { small, deleted }: BundleContents,
  { changed, removed }: Tally,
): Promise<void> {
  const before = await stores.settings.read(account);
  const settings = settingsAfter(before, small);
  const changes = { records: catalogIn(small), removed: deletedFromCatalog(deleted), settings };
  const outcome = await saveCatalog(stores, account, now, changes);
  if (outcome.settings) changed.set("account", 1);
  for (const kind of Object.keys(catalogKinds) as CatalogKind[]) {
    changed.set(kind, outcome.records.get(catalogKinds[kind].part) ?? 0);
    removed.set(kind, outcome.removed.get(catalogKinds[kind].part) ?? 0);
  }
  const names = (Object.keys(settings) as (keyof AccountSettings)[]).filter((name) => settings[name] !== before[name]);
  if (names.length === 0) return;
  const event = { at, action: "change_account", subject: `settings ${names.join(", ")}` };
  await stores.audit.append(account, [byOperator(event, { operator })]);
}

const settingsAfter = (before: AccountSettings, small: readonly ReadLine[]): AccountSettings =>
  small
    .filter(({ kind }) => kind === "account")
    .reduce((merged, { values }) => mergeSettings(merged, values as AccountLine), before);

/** Returns the ids of the catalog records that the bundle deletes. */
const deletedFromCatalog = ({ ids }: DeletedRecords): CatalogIds =>
  Object.fromEntries(
    (Object.keys(catalogKinds) as CatalogKind[]).map((kind) => [catalogKinds[kind].part, [...(ids.get(kind) ?? [])]]),
  );

export const deletesCatalog = ({ ids }: DeletedRecords): boolean =>
  Object.keys(catalogKinds).some((kind) => (ids.get(kind as CatalogKind)?.size ?? 0) > 0);

const storing = new Map(loadedTypes.map((type) => [type.lines.storing.step, type]));

const removing = new Map(
  loadedTypes.flatMap((type) => (type.lines.removing.step === undefined ? [] : [[type.lines.removing.step, type]])),
);

const later = new Map<number, LaterStep<RecordStores>>(
  loadedTypes
    .flatMap(({ lines }) => [lines.storing.later ?? [], lines.removing.later ?? []].flat())
    .map((step) => [step.step, step]),
);

const inOrder = (types: ReadonlyMap<number, AnyLoadedType>): readonly AnyLoadedType[] =>
  [...types].sort(([one], [other]) => one - other).map(([, type]) => type);

/** Record types in the order in which their lines are stored. */
export const storedInOrder = inOrder(storing);

/** Record types whose records must be deleted before anything is stored, in the order of deletion. */
const removedFirst = inOrder(removing);

/** Record types whose records are deleted after everything is stored. */
const removedLast = loadedTypes.filter(({ lines }) => lines.removing.step === undefined);

const stepsByKind = {
  store: new Map<string, number>([...storing].map(([step, { kind }]) => [kind, step])),
  remove: new Map<string, number>([...removing].map(([step, { kind }]) => [kind, step])),
};

/**
 * Returns the step of a line. Lines without a step (catalog records, some deletions) stay in memory until the decision.
 */
export const stepOf = ({ kind, isDeletion }: ReadLine): number | undefined =>
  stepsByKind[isDeletion ? "remove" : "store"].get(kind);

/**
 * First step after the decision to store a load.
 * Lines of earlier steps can still be rejected, so they are stored in the same unit of work as the decision.
 */
const firstAfterDecision = 10;

export const isDecided = (step: number): boolean => step < firstAfterDecision;

/** Record types whose lines are stored in the transaction that accepts the load. The lines are checked again first. */
export const decidedTypes = loadedTypes.filter(({ lines }) => isDecided(lines.storing.step));

/** Transaction in which a bundle is loaded, with the stores of all record types. */
export type LoadWork = { readonly work: UnitOfWork<RecordStores>; readonly host: RecordHost };

/** Stores lines of a record type, and updates the dependent records in the lists. */
export async function storeLines(
  { kind }: AnyLoadedType,
  storing: Storing<RecordStores>,
  lines: readonly LineValues[],
  work: UnitOfWork<RecordStores>,
): Promise<StoreResult> {
  for (const { protect } of recordTypes) await protect?.(kind, idsIn(lines), work);
  const stored = await storing.store(lines, work);
  for (const { renderOf } of followersOf(kind)) await renderOf(stored.ids ?? [], work);
  return stored;
}

/** Deletes the records that deletion lines identify, and unlinks the records that depend on them. */
async function removeLines(
  { kind, lines: { removing } }: AnyLoadedType,
  keys: readonly LineValues[],
  { work, host }: LoadWork,
): Promise<StoreResult> {
  const removed = await removing.remove(keys, work, host);
  for (const { release } of followersOf(kind)) await release(removed.ids ?? [], work);
  return removed;
}

/** Runs a later step with the values that earlier steps returned. */
export const runLater = (
  { run }: LaterStep<RecordStores>,
  values: readonly unknown[],
  work: UnitOfWork<RecordStores>,
): Promise<void> => run(values as readonly never[], work);

const pageSize = 1_000;

/**
 * Deletes the records that a bundle's deletion lines identify. The order of the lines does not matter.
 *
 * `first` runs before anything is stored, so that new records do not conflict with deleted ones. `last` runs after
 * everything is stored. Both add the number of deleted records to `removed`.
 */
export function removal(about: LoadWork, deleted: DeletedRecords, removed: Counts) {
  const later = new Map<LaterStep<RecordStores>, unknown[]>();
  return {
    async first(): Promise<void> {
      for (const type of removedFirst) {
        const values = await removeNamed(type, about, deleted, removed);
        if (type.lines.removing.later) later.set(type.lines.removing.later, values);
      }
    },
    async last(): Promise<void> {
      for (const [step, values] of later) await runLater(step, values, about.work);
      await removeLast(about, deleted, removed);
    },
  };
}

/** Deletes the records of the types that must be deleted after everything else is stored. */
export async function removeLast(about: LoadWork, deleted: DeletedRecords, removed: Counts): Promise<void> {
  for (const type of removedLast) await removeNamed(type, about, deleted, removed);
}

/** Deletes the records of one type. Returns values that are needed after all deletions are done. */
async function removeNamed(
  type: AnyLoadedType,
  about: LoadWork,
  deleted: DeletedRecords,
  removed: Counts,
): Promise<unknown[]> {
  const { kind } = type;
  const values: unknown[] = [];
  const named = deleted.named(kind);
  for (let start = 0; start < named.length; start += pageSize) {
    const { count, later = [] } = await removeLines(type, named.slice(start, start + pageSize), about);
    addTo(removed, kind, count);
    for (const value of later) values.push(value);
  }
  return values;
}

/** Returns a function that returns the code that stores a step's lines. The code is created on first use. */
export function beginEach(host: RecordHost) {
  const begun = new Map<number, Storing<RecordStores>>();
  return (step: number): Storing<RecordStores> | undefined => {
    const known = begun.get(step) ?? storing.get(step)?.lines.storing.begin(host);
    if (known) begun.set(step, known);
    return known;
  };
}

/** Result of storing a part: its number of lines, and the ids that a later step needs. */
export type StepResult = { readonly lines: number; readonly later?: Omit<BundlePart, "position"> };

/** Context for processing a part. `storing` is set if the part contains lines to store. */
type StepWork = LoadWork & { readonly storing?: Storing<RecordStores> | undefined };

/** Stores or deletes the records of one part of a load. Adds the numbers of these records to the tally. */
export async function runStep(part: BundlePart, about: StepWork, tally: Tally): Promise<StepResult> {
  const { step, body } = part;
  const removed = removing.get(step);
  if (removed) return removePart(removed, readPart(body), about, tally);
  const stored = storing.get(step);
  if (stored && about.storing) return storePart(stored, about.storing, readPart(body), about, tally);
  const waiting = later.get(step);
  if (!waiting) throw new Error(`a load has a part of an unknown step: ${step}`);
  await runLater(waiting, JSON.parse(body) as unknown[], about.work);
  return { lines: 0 };
}

/** Parses the lines of a part. */
export const readPart = (body: string): readonly ParsedLine[] => JSON.parse(body) as ParsedLine[];

async function removePart(
  type: AnyLoadedType,
  lines: readonly ParsedLine[],
  about: StepWork,
  { removed }: Tally,
): Promise<StepResult> {
  const named = lines.map((line) => checkedLine(line).values);
  const { count, later: values } = await removeLines(type, named, about);
  addTo(removed, type.kind, count);
  return withLater(type.lines.removing.later, values, lines.length);
}

async function storePart(
  type: AnyLoadedType,
  stored: Storing<RecordStores>,
  lines: readonly ParsedLine[],
  { work }: StepWork,
  { changed }: Tally,
): Promise<StepResult> {
  const [[, records] = ["", []]] = linesOf([type.kind], lines);
  const { count, later: values } = await storeLines(type, stored, records, work);
  addTo(changed, type.kind, count);
  return withLater(type.lines.storing.later, values, lines.length);
}

const withLater = (
  step: LaterStep<RecordStores> | undefined,
  values: readonly unknown[] = [],
  lines: number,
): StepResult =>
  !step || values.length === 0 ? { lines } : { lines, later: { step: step.step, body: JSON.stringify(values) } };
