import type { Expectation } from "../../foundation/accounts/account.js";
import type { SourceHistory } from "../../foundation/accounts/audit-trail.js";
import { passedAt, type Weekday, weekdayOf, weekdays } from "./expectation.js";
import { day, type Instant, type LocalCalendar, type Span } from "../../foundation/kernel/times.js";

/**
 * State of a source: its data arrives as usual, is missing, or failed last. `unknown` if it did not arrive often enough to
 * tell. Worst state first.
 */
export const sourceStates = ["failing", "late", "unknown", "fresh"] as const;
export type SourceState = (typeof sourceStates)[number];

/** Arrivals of a source, and their state. */
export type SourceFacts = {
  readonly name: string;
  readonly state: SourceState;
  readonly lastAt: Instant | null;
  readonly failedAt: Instant | null;
  /** Number of records on the UTC day of the last arrival. */
  readonly rowsOfLastDay: number;
  /** Days of the week on which data is expected. */
  readonly expectedOn: readonly Weekday[];
  /** Time by which data was expected that has not arrived, or `null`. */
  readonly lateSince: Instant | null;
  readonly expectation: Expectation | undefined;
};

/** Weeks of a history, from the last one. */
const weeks = [0, 1, 2, 3] as const;

/** Number of weeks among the last four in which data must have arrived on a day of the week. */
const enoughWeeks = 3;

/** Facts on which the state of a source depends. */
type Known = {
  readonly history: SourceHistory | undefined;
  readonly expectation?: Expectation | undefined;
  /** Returns the calendar of the account. */
  readonly calendar: () => LocalCalendar;
  readonly now: Instant;
};

/** Decides on the state of a source from its history, and from what is expected. */
export function sourceFacts(name: string, { history, expectation, calendar, now }: Known): SourceFacts {
  const { lastAt, failedAt } = history ?? { lastAt: null, failedAt: null };
  const rowsOfLastDay = history?.rows ?? 0;
  const { expectedOn, ...due } = expectation ? dueAsSet(expectation, lastAt, calendar()) : dueAsLearned(history);
  const isOver = (at: Instant | undefined): at is Instant => at !== undefined && at <= now;
  const lateSince = isOver(due.lateAt) ? due.lateAt : isOver(due.failingAt) ? due.failingAt : null;
  return { name, state: stateOf(), lastAt, failedAt, rowsOfLastDay, expectedOn, lateSince, expectation };

  function stateOf(): SourceState {
    if ((failedAt ?? 0) > (lastAt ?? 0) || isOver(due.failingAt)) return "failing";
    if (lateSince !== null) return "late";
    return expectedOn.length === 0 ? "unknown" : "fresh";
  }
}

/** When a source without further data becomes late or failing. */
type Due = { readonly expectedOn: readonly Weekday[]; readonly lateAt?: Instant; readonly failingAt?: Instant };

function dueAsSet(expectation: Expectation, lastAt: Instant | null, calendar: LocalCalendar): Due {
  const { warnAfter, errorAfter, days, since } = expectation;
  const passed = (span: Span) => passedAt(expectation, span, lastAt ?? since, calendar);
  return {
    expectedOn: weekdays.filter((_, weekday) => days.includes(weekday)),
    ...(warnAfter && { lateAt: passed(warnAfter) }),
    ...(errorAfter && { failingAt: passed(errorAfter) }),
  };
}

/**
 * Learns when data is expected. If data arrived on the same day of the week in three of the four weeks before the last arrival,
 * it is expected on this day. Days are UTC days, and the source is late when such a day is over.
 */
function dueAsLearned({ days, lastDay }: Pick<SourceHistory, "days" | "lastDay"> = { days: 0, lastDay: 0 }): Due {
  /** Counts the weeks with an arrival on a day of the week, which was a number of days before the last arrival. */
  const weeksOf = (before: number) => weeks.filter((week) => days & (1 << (before + 7 * week))).length;
  const expected = weekdays.map((_, weekday) => weeksOf((weekdayOf(lastDay) - weekday + 7) % 7) >= enoughWeeks);
  const missed = [1, 2, 3, 4, 5, 6, 7].find((ahead) => expected[weekdayOf(lastDay + ahead)]);
  return {
    expectedOn: weekdays.filter((_, weekday) => expected[weekday]),
    ...(missed !== undefined && { lateAt: ((lastDay + missed + 1) * day) as Instant }),
  };
}
