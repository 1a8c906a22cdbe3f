import { type AccountLine, type AccountSettings, mergeSettings } from "../../foundation/accounts/account.js";
import { byOperator, type OperatorPort } from "../../foundation/accounts/audit-trail.js";
import { type CatalogKind, catalogKinds } from "../../foundation/catalog/catalog-lines.js";
import type { CatalogIds } from "../../foundation/catalog/catalog.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Ports, Stores } from "../../foundation/kernel/storage.js";
import type { Instant } from "../../foundation/kernel/times.js";
import { idsIn, type LineValues, type StoreResult, type Storing } from "../../foundation/records/record-type.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import {
  type AnyLoadedType,
  followersOf,
  type LoadStep,
  loadSteps,
  recordTypes,
} from "../../subjects/record-types/record-types.js";
import { saveCatalog } from "../publishing/save-catalog.js";
import { type BundleKind, catalogIn, type DeletedRecords, type ReadLine } from "./bundle-lines.js";
import type { BundleContents } from "./check-bundle.js";

type Counts = Map<BundleKind, number>;

/** Numbers of records that were new or changed, and of records that were deleted. */
export type Tally = { readonly changed: Counts; readonly removed: Counts };

export const emptyTally = (): Tally => ({ changed: new Map(), removed: new Map() });

function addTo(counts: Counts, kind: BundleKind, records: number): void {
  counts.set(kind, (counts.get(kind) ?? 0) + records);
}

/** Returns the total number of changed and deleted records. */
export const totalOf = ({ changed, removed }: Tally): number =>
  [...changed.values(), ...removed.values()].reduce((sum, count) => sum + count, 0);

/** A unit of work that stores settings and catalog records. `at` is the time of its audit record. */
type SmallWork = OperatorPort & {
  readonly stores: Stores;
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

/** Returns the number of catalog records that the bundle deletes. */
export const catalogDeletions = (deleted: DeletedRecords): number =>
  Object.values(deletedFromCatalog(deleted)).flat().length;

/** First step after the decision to store a load. Lines of earlier steps can still be rejected. */
const firstAfterDecision = 10;

/** Steps that belong to the unit of work that accepts a load. Their lines are checked again first. */
export const decidedSteps = loadSteps.filter(({ number }) => number < firstAfterDecision);

const numbersOf = (task: LoadStep["task"]): ReadonlyMap<string, number> =>
  new Map(loadSteps.flatMap((step) => (step.task === task ? [[step.type.kind, step.number]] : [])));

const stepNumbers = { store: numbersOf("store"), remove: numbersOf("remove") };

/** Returns the number of the step that stores a line. Settings and catalog records have no step. */
export const stepOf = ({ kind, isDeletion }: ReadLine): number | undefined =>
  stepNumbers[isDeletion ? "remove" : "store"].get(kind);

/** True if a step handles bundle lines. Other steps handle values that an earlier step left. */
export const hasLines = ({ task }: LoadStep): boolean => task === "store" || task === "remove";

/** Transaction in which steps of a load run. `storingOf` returns how the load stores the lines of a record type. */
export type LoadWork = {
  readonly work: UnitOfWork;
  readonly ports: Ports;
  readonly storingOf: (type: AnyLoadedType) => Storing;
};

/** Returns a function that starts storing the lines of a record type, once per load. */
export function storingEach(ports: Ports): LoadWork["storingOf"] {
  const begun = new Map<string, Storing>();
  return (type) => {
    const storing = begun.get(type.kind) ?? type.lines.storing(ports);
    begun.set(type.kind, storing);
    return storing;
  };
}

/** Values for the step that completes the work of an earlier step. */
type LaterValues = { readonly step: number; readonly values: readonly unknown[] };

/** Runs a step with some of its values. Adds the numbers of changed and deleted records to the tally. */
export async function runStep(
  { task, type }: LoadStep,
  values: readonly unknown[],
  about: LoadWork,
  { changed, removed }: Tally,
): Promise<LaterValues | undefined> {
  if (task === "store") {
    const stored = await storeLines(type, values as readonly LineValues[], about);
    addTo(changed, type.kind, stored.count);
    return laterValues("afterStoring", type, stored);
  }
  if (task === "remove") {
    const deleted = await removeLines(type, values as readonly LineValues[], about);
    addTo(removed, type.kind, deleted.count);
    return laterValues("afterRemoving", type, deleted);
  }
  await type.lines[task]?.(values as readonly never[], about.work);
  return undefined;
}

/** Stores lines of a record type, and updates the dependent records in the lists. */
async function storeLines(
  type: AnyLoadedType,
  lines: readonly LineValues[],
  { work, storingOf }: LoadWork,
): Promise<StoreResult> {
  for (const { protect } of recordTypes) await protect?.(type.kind, idsIn(lines), work);
  const stored = await storingOf(type).store(lines, work);
  for (const { renderOf } of followersOf(type.kind)) await renderOf(stored.ids ?? [], work);
  return stored;
}

/** Deletes the records that deletion lines identify, and unlinks the records that depend on them. */
async function removeLines(
  { kind, lines: { removing } }: AnyLoadedType,
  keys: readonly LineValues[],
  { work, ports }: LoadWork,
): Promise<StoreResult> {
  const removed = await removing(keys, work, ports);
  for (const { release } of followersOf(kind)) await release(removed.ids ?? [], work);
  return removed;
}

function laterValues(
  task: LoadStep["task"],
  { kind }: AnyLoadedType,
  { later = [] }: StoreResult,
): LaterValues | undefined {
  const step = numbersOf(task).get(kind);
  return step === undefined || later.length === 0 ? undefined : { step, values: later };
}

/** Returns the lines of a step in batches. */
type LinesOf = (step: LoadStep) => Iterable<readonly LineValues[]> | AsyncIterable<readonly LineValues[]>;

/** Runs steps in one unit of work. Calls `onLines` with the number of lines of each batch that was stored. */
export async function runSteps(
  steps: readonly LoadStep[],
  linesOf: LinesOf,
  about: LoadWork,
  tally: Tally,
  onLines: (lines: number) => void = () => {},
): Promise<void> {
  const waiting = new Map<number, (readonly unknown[])[]>();
  for (const step of steps) {
    await noteLines(step, linesOf, about);
    for await (const values of waiting.get(step.number) ?? linesOf(step)) {
      const later = await runStep(step, values, about, tally);
      if (later) waiting.set(later.step, [...(waiting.get(later.step) ?? []), later.values]);
      if (hasLines(step)) onLines(values.length);
    }
  }
}

/** Passes all lines of a step to a record type that must see them before it stores any. */
async function noteLines(step: LoadStep, linesOf: LinesOf, { work, storingOf }: LoadWork): Promise<void> {
  const { note } = step.task === "store" ? storingOf(step.type) : {};
  if (note) for await (const lines of linesOf(step)) note(lines, work);
}
