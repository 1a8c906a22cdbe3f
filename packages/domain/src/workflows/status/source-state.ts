import { later } from "../../foundation/accounts/arrivals.js";
import { type Arrivals, dayOf } from "../../foundation/accounts/audit-trail.js";
import { day, type Instant } from "../../foundation/kernel/times.js";

/**
 * State of a source: its data arrives as usual, is missing, or failed last. `unknown` if it did not arrive often enough to
 * tell. Worst state first.
 */
export const sourceStates = ["failing", "late", "unknown", "fresh"] as const;
export type SourceState = (typeof sourceStates)[number];

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
export type Weekday = (typeof weekdays)[number];

/** Returns the index of the day of the week. 1970-01-01 was a Thursday. */
const weekdayOf = (dayNumber: number): number => (dayNumber + 3) % 7;

/** What is known about a source. */
export type SourceFacts = {
  readonly name: string;
  readonly state: SourceState;
  readonly lastAt: Instant | null;
  readonly failedAt: Instant | null;
  /** Number of records on the UTC day of the last arrival. */
  readonly rowsOfLastDay: number;
  /** Days of the week on which data is expected. */
  readonly expectedOn: readonly Weekday[];
  /** End of the first expected day without data. `null` if there is none. */
  readonly lateSince: Instant | null;
};

const weeks = 4;

/** Number of weeks among the last four in which data must have arrived on a day of the week. */
const enoughWeeks = 3;

/**
 * Decides on the state of a source from its arrivals, at least one. If data arrived on the same day of the week in three of
 * the four weeks before the last arrival, it is expected on this day. Days are UTC days, and count when they are over.
 */
export function sourceFacts(arrivals: readonly Arrivals[], now: Instant): SourceFacts {
  const lastAt = arrivals.reduce<Instant | null>((last, one) => later(last, one.lastAt), null);
  const failedAt = arrivals.reduce<Instant | null>((last, one) => later(last, one.failedAt), null);
  const days = arrivals.filter((one) => one.lastAt !== null).map((one) => one.day);
  const lastDay = Math.max(...days);
  const weeksOf = (weekday: number) =>
    days.filter((one) => weekdayOf(one) === weekday && one > lastDay - weeks * 7 && one <= lastDay).length;
  const expected = weekdays.map((_, weekday) => weeksOf(weekday) >= enoughWeeks);
  const expectedOn = weekdays.filter((_, weekday) => expected[weekday]);
  const missed = expectedOn.length === 0 ? undefined : firstMissed(lastDay, dayOf(now), expected);
  const lateSince = missed === undefined ? null : (((missed + 1) * day) as Instant);
  const rowsOfLastDay = arrivals.find((one) => one.day === lastDay)?.rows ?? 0;
  const name = arrivals[0]?.source ?? "";
  return { name, state: stateOf(), lastAt, failedAt, rowsOfLastDay, expectedOn, lateSince };

  function stateOf(): SourceState {
    if ((failedAt ?? 0) > (lastAt ?? 0)) return "failing";
    if (lateSince !== null) return "late";
    return expectedOn.length === 0 ? "unknown" : "fresh";
  }
}

/** Returns the first expected day between two days. */
function firstMissed(after: number, before: number, expected: readonly boolean[]): number | undefined {
  const last = Math.min(before - 1, after + 7);
  for (let one = after + 1; one <= last; one += 1) if (expected[weekdayOf(one)]) return one;
  return undefined;
}
