import type { BundlePart } from "../../foundation/loads/load-store.js";
import type { LaterStep, Storing } from "../../foundation/records/line-rules.js";
import {
  type AnyLoadedType,
  loadedTypes,
  type RecordHost,
  type RecordStores,
} from "../../subjects/record-types/record-types.js";
import type { ReadLine } from "./bundle-kinds.js";
import type { ParsedLine } from "./bundle-source.js";
import { checkedLine, linesOf } from "./lines-of.js";
import { addTo, type Tally } from "./load-report.js";
import { type LoadWork, removeLines, runLater, storeLines } from "./store-lines.js";

/**
 * First step after the decision to store a load.
 * Lines of earlier steps can still be rejected, so they are stored in the same unit of work as the decision.
 */
const firstAfterDecision = 10;

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
export const removedFirst = inOrder(removing);

/** Record types whose records are deleted after everything is stored. */
export const removedLast = loadedTypes.filter(({ lines }) => lines.removing.step === undefined);

const stepsByKind = {
  store: new Map<string, number>([...storing].map(([step, { kind }]) => [kind, step])),
  remove: new Map<string, number>([...removing].map(([step, { kind }]) => [kind, step])),
};

/**
 * Returns the step of a line. Lines without a step (catalog records, some deletions) stay in memory until the decision.
 */
export const stepOf = ({ kind, isDeletion }: ReadLine): number | undefined =>
  stepsByKind[isDeletion ? "remove" : "store"].get(kind);

/** Returns a function that returns the code that stores a step's lines. The code is created on first use. */
export function beginEach(host: RecordHost) {
  const begun = new Map<number, Storing<RecordStores>>();
  return (step: number): Storing<RecordStores> | undefined => {
    const known = begun.get(step) ?? storing.get(step)?.lines.storing.begin(host);
    if (known) begun.set(step, known);
    return known;
  };
}

export const isDecided = (step: number): boolean => step < firstAfterDecision;

/** Record types whose lines are stored in the transaction that accepts the load. The lines are checked again first. */
export const decidedTypes = loadedTypes.filter(({ lines }) => isDecided(lines.storing.step));

/** Result of storing a part: its number of lines, and the ids that a later step needs. */
export type StepResult = { readonly lines: number; readonly later?: Omit<BundlePart, "position"> };

/** Context for processing a part. `storing` is set if the part contains lines to store. */
export type StepWork = LoadWork & { readonly storing?: Storing<RecordStores> | undefined };

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
