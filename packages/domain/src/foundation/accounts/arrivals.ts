import type { Instant } from "../kernel/times.js";
import { type Arrivals, type AuditRecord, dayOf } from "./audit-trail.js";

/** Number of days before the last arrival for which arrivals are kept. */
export const keptDays = 35;

/** Sources by the action in the audit trail. */
const sources: Readonly<Record<string, string>> = {
  load_bundle: "bundles",
  import_appointments: "appointments",
  import_calls: "calls",
  import_reviews: "reviews",
  parse_patient_survey: "patient surveys",
  upload_submission: "submissions",
  upload_submissions: "submissions",
};

/** Names of sources. `NAME` stands for the name of an import connection or a call tracker. */
export const knownSources: readonly string[] = [
  ...new Set(Object.values(sources)),
  ...["appointments of NAME", "tracker NAME"],
];

/** Returns true for a name that a source can have. */
export const isKnownSource = (name: string): boolean =>
  name.length <= maxSourceLength &&
  (Object.values(sources).includes(name) || ["appointments of ", "tracker "].some((start) => name.startsWith(start)));

const maxSourceLength = 250;

/** Returns what an audited action stored, or nothing if the action sends no data. */
export function arrivalsIn({ at, action, outcome, rows, origin }: AuditRecord): readonly Arrivals[] {
  const name = sources[action];
  // The response to a repeated request was stored before.
  if (name === undefined || outcome === "repeated") return [];
  const source = origin?.connection === undefined ? name : `${name} of ${origin.connection}`;
  const isOk = outcome === "ok";
  return [
    { source, day: dayOf(at), rows: isOk ? (rows ?? 0) : 0, lastAt: isOk ? at : null, failedAt: isOk ? null : at },
  ];
}

/** Adds arrivals to sums of one account. There is one sum per source and day. */
export function addArrivalsTo(sums: Map<string, Arrivals>, one: Arrivals): void {
  const key = `${one.day} ${one.source}`;
  const before = sums.get(key);
  const sum = before && {
    ...{ rows: before.rows + one.rows, lastAt: later(before.lastAt, one.lastAt) },
    failedAt: later(before.failedAt, one.failedAt),
  };
  sums.set(key, { ...one, ...sum });
}

/** Returns the later of two times. */
export const later = (one: Instant | null, other: Instant | null): Instant | null =>
  (one ?? 0) > (other ?? 0) ? one : other;
