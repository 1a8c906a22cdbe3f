import type { FreedConversion } from "../../subjects/appointments/remove-appointments.js";
import { linkFreed } from "../../subjects/appointments/remove-appointments.js";
import { linkWaiting } from "../../subjects/appointments/record-appointments.js";
import type { AppointmentId } from "../../foundation/kernel/ids.js";
import type { Secrets } from "../../foundation/kernel/secrets.js";
import type { SubmissionPlan } from "../../subjects/submissions/submission-plan.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { ReadLine } from "./bundle-kinds.js";
import type { BundleLine } from "./bundle-source.js";
import type { StoreAny } from "./lines-of.js";
import { checkedLine, linesOf } from "./lines-of.js";
import type { LoadStores } from "./load-ports.js";
import type { Tally } from "./load-report.js";
import { addTo } from "./load-report.js";
import type { BundlePart } from "../../foundation/loads/load-store.js";
import { passesOf } from "./passes.js";
import type { RecordKind } from "./record-kinds.js";
import { removedKinds, removeNamed } from "./remove-records.js";

/** Kinds of line that a load stores after its decision, in order: later ones mention what earlier ones have stored. */
const beforeLinking = ["widget", "import_connection", "stop", "invite", "appointment"] as const;
const afterLinking = [
  "review",
  "nps_survey",
  "survey_response",
  "spend",
  "listing_metric",
  "call",
  "submission",
] as const;

type StoredKind = (typeof beforeLinking)[number] | (typeof afterLinking)[number];
type RemovedKind = (typeof removedKinds)[number];

/** Numbers of steps in the database: a number that was released keeps its meaning. */
const firstOf = { removal: 10, beforeLinking: 30, afterLinking: 50 };
export const userStep = 1;
const linkStep = 40;
const freedStep = 60;

const numbered = <Kind extends string>(kinds: readonly Kind[], first: number) =>
  kinds.map((kind, index) => [first + index, kind] as const);

const removals = new Map<number, RemovedKind>(numbered(removedKinds, firstOf.removal));
const stores = new Map<number, StoredKind>([
  ...numbered(beforeLinking, firstOf.beforeLinking),
  ...numbered(afterLinking, firstOf.afterLinking),
]);

export const submissionStep = firstOf.afterLinking + afterLinking.indexOf("submission");

const steps: ReadonlyMap<string, number> = new Map([
  ["user", userStep],
  ...[...stores].map(([step, kind]) => [kind, step] as const),
  ...[...removals].map(([step, kind]) => [`-${kind}`, step] as const),
]);

/** The step of a line; none for lines that are stored with the decision from memory. */
export const stepOf = ({ kind, isDeletion }: ReadLine): number | undefined => steps.get(isDeletion ? `-${kind}` : kind);

/** What steps need besides their part. */
export type StepWork = {
  readonly work: UnitOfWork<LoadStores>;
  readonly secrets: Secrets;
  /** The settled plan. Only the step of submissions has one. */
  readonly plan?: SubmissionPlan | undefined;
};

/** Result of storing a part: its number of lines, and ids for a later step at the same position. */
export type StepResult = { readonly lines: number; readonly later?: Omit<BundlePart, "position"> };

/** Handles one part of a load and adds its records to the tally. */
export async function runStep({ step, body }: BundlePart, about: StepWork, tally: Tally): Promise<StepResult> {
  const removed = removals.get(step);
  if (removed) return removeLines(removed, readPart(body), about, tally);
  const stored = stores.get(step);
  if (stored) return storeLines(stored, readPart(body), about, tally);
  if (step === linkStep) await linkWaiting(JSON.parse(body) as AppointmentId[], about.work);
  else if (step === freedStep) await linkFreed(JSON.parse(body) as FreedConversion[], about.work);
  else throw new Error(`a load has a part of an unknown step: ${step}`);
  return { lines: 0 };
}

/** The lines of a part. */
export const readPart = (body: string): readonly BundleLine[] => JSON.parse(body) as BundleLine[];

async function removeLines(
  kind: RemovedKind,
  lines: readonly BundleLine[],
  { work }: StepWork,
  { removed }: Tally,
): Promise<StepResult> {
  const freed: FreedConversion[] = [];
  const named = lines.map((line) => checkedLine(line).values);
  addTo(removed, kind, await removeNamed(kind, named, work, freed));
  return laterWith(freedStep, freed, lines.length);
}

async function storeLines(
  kind: StoredKind,
  lines: readonly BundleLine[],
  { work, secrets, plan }: StepWork,
  { changed }: Tally,
): Promise<StepResult> {
  const [first, second] = passesOf(work, secrets, plan);
  const store = { ...first.stores, ...second.stores }[kind as RecordKind] as StoreAny;
  for (const [, records] of linesOf([kind], lines)) {
    const stored = await store(records);
    addTo(changed, kind, stored.length);
    // Every appointment is stored before any is linked, so that the order of lines does not matter.
    if (kind === "appointment") return laterWith(linkStep, idsOf(stored), lines.length);
  }
  return { lines: lines.length };
}

const idsOf = (records: readonly unknown[]) => (records as readonly { readonly id: number }[]).map(({ id }) => id);

const laterWith = (step: number, ids: readonly unknown[], lines: number): StepResult =>
  ids.length === 0 ? { lines } : { lines, later: { step, body: JSON.stringify(ids) } };
