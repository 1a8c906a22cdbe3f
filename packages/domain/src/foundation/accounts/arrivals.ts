import type { Instant } from "../kernel/times.js";
import { type Arrival, type AuditRecord, dayOf, type SourceHistory } from "./audit-trail.js";

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

/** Lists whose rows have a time. Each is a source as soon as an operator has set when new rows are expected. */
const datedLists = [
  "reviews",
  "surveys",
  "survey-responses",
  "invites",
  "calls",
  "conversions",
  "appointments",
] as const;

/** Returns the list of a source such as `list reviews`, or `undefined` for other sources. */
export const listOfSource = (name: string): (typeof datedLists)[number] | undefined =>
  datedLists.find((list) => name === `list ${list}`);

/** Names of sources. `NAME` stands for the name of an import connection or a call tracker. */
export const knownSources: readonly string[] = [
  ...new Set(Object.values(sources)),
  ...["appointments of NAME", "tracker NAME"],
  ...datedLists.map((list) => `list ${list}`),
];

/** Returns true for a name that a source can have. */
export const isKnownSource = (name: string): boolean =>
  name.length <= maxSourceLength &&
  (knownSources.includes(name) || ["appointments of ", "tracker "].some((start) => name.startsWith(start)));

const maxSourceLength = 250;

/** Returns the arrival that a record is about, or `undefined` if its action sends no data. */
export function arrivalIn({ at, action, outcome, rows, origin }: AuditRecord): Arrival | undefined {
  const name = sources[action];
  // The response to a repeated request was stored before.
  if (name === undefined || outcome === "repeated") return undefined;
  const source = origin?.connection === undefined ? name : `${name} of ${origin.connection}`;
  return { source, at, rows: outcome === "ok" ? (rows ?? 0) : null };
}

/** Number of days in the history of a source. */
export const historyDays = 28;

const allDays = 2 ** historyDays - 1;

/** Returns the history of a source with only one arrival. */
export const firstHistory = ({ source, at, rows }: Arrival): SourceHistory =>
  rows === null
    ? { source, lastDay: 0, rows: 0, days: 0, lastAt: null, failedAt: at }
    : { source, lastDay: dayOf(at), rows, days: 1, lastAt: at, failedAt: null };

/** Adds an arrival to the history of its source. Arrivals can be added in any order. */
export function withArrival(before: SourceHistory, arrival: Arrival): SourceHistory {
  const { at, rows } = arrival;
  if (rows === null) return { ...before, failedAt: later(before.failedAt, at) };
  if (before.days === 0) return { ...firstHistory(arrival), failedAt: before.failedAt };
  const ahead = dayOf(at) - before.lastDay;
  const bit = ahead < 0 && -ahead < historyDays ? 2 ** -ahead : 0;
  const days = ahead > 0 ? (ahead < historyDays ? (before.days * 2 ** ahead) % 2 ** historyDays : 0) + 1 : before.days;
  return {
    ...before,
    lastDay: Math.max(before.lastDay, dayOf(at)),
    rows: ahead > 0 ? rows : ahead === 0 ? before.rows + rows : before.rows,
    days: (days | bit) & allDays,
    lastAt: later(before.lastAt, at),
  };
}

/** Returns the later of two times. */
const later = (one: Instant | null, other: Instant): Instant => Math.max(one ?? 0, other) as Instant;
