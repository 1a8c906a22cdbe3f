import { collectProblems, invalid, invalidParameter } from "./domain-error.js";
import {
  day,
  endOfDay,
  type Instant,
  localDate,
  parseCalendarDate,
  parseInstant,
  plus,
  second,
  startOfDay,
  type TimeZone,
  toSecond,
} from "./times.js";

/** Time range that includes `from` and excludes `to`. If a bound is omitted, the range is unbounded on that side. */
export type Window = { readonly from?: Instant; readonly to?: Instant };

/** Time range of a list, with the bounds as requested. `start` and `end` are reported in the response. */
export type AppliedWindow = Window & { readonly start?: Instant; readonly end?: Instant };

/** Meaning of a time range with a start but no end: the next 24 hours, or all time after the start. */
export type StartAlone = "next-24-hours" | "onward";

/** Names and values of the two query parameters of a time range. Error messages contain the names. */
export type WindowParameters = {
  readonly start: readonly [name: string, text: string | undefined];
  readonly end?: readonly [name: string, text: string | undefined];
};

/** Meaning of an end timestamp: the exact second, or the whole local day that contains the timestamp. */
export type EndTimestamp = "exact" | "whole-day";

type Bound = { readonly instant: Instant; readonly inclusive: boolean };

/**
 * Parses the time range of a list. Throws `invalid_date`, or `reversed_dates` if the start is after the end.
 *
 * A date means a whole local day. Both the start date and the end date are included.
 * A timestamp is exact and inclusive, unless `endTimestamp` extends the end to its whole day.
 */
export function parseWindow(
  parameters: WindowParameters,
  startAlone: StartAlone,
  zone: TimeZone,
  endTimestamp: EndTimestamp = "exact",
): AppliedWindow | undefined {
  const wrong = collectProblems();
  const start = wrong.attempt(() => parseBound(parameters.start, zone, startOfDay));
  const end = wrong.attempt(() => parameters.end && parseEnd(parameters.end, zone, endTimestamp));
  wrong.refuse();
  if (start && end) refuseReversed(parameters, start, end);
  if (start && !end && startAlone === "next-24-hours") {
    return applied(start, { instant: plus(start.instant, day), inclusive: false });
  }
  return start || end ? applied(start, end) : undefined;
}

/**
 * Converts an inclusive end to an exclusive end one second later. Stored instants are rounded down to whole seconds, so
 * the start is rounded down too: otherwise, a row of the same second would be missing.
 */
function applied(start: Bound | undefined, end: Bound | undefined): AppliedWindow {
  return {
    ...(start && { from: toSecond(start.instant), start: toSecond(start.instant) }),
    ...(end && {
      to: end.inclusive ? plus(toSecond(end.instant), second) : toSecond(end.instant + second - 1),
      end: end.instant,
    }),
  };
}

/**
 * Parses the start of a range, which is a timestamp or a date. A date means the first instant of that local day.
 * Rounds down to a whole second, as stored times of change are.
 */
export function parseSince(name: string, text: string, zone: TimeZone): Instant {
  const date = parseCalendarDate(text);
  return toSecond(date ? startOfDay(date, zone) : parseTimestamp(name, text));
}

function parseBound(
  [name, text]: readonly [string, string | undefined],
  zone: TimeZone,
  ofDay: (date: NonNullable<ReturnType<typeof parseCalendarDate>>, zone: TimeZone) => Instant,
): Bound | undefined {
  if (text === undefined) return undefined;
  const date = parseCalendarDate(text);
  if (date) return { instant: ofDay(date, zone), inclusive: false };
  return { instant: parseTimestamp(name, text), inclusive: true };
}

function parseEnd(end: NonNullable<WindowParameters["end"]>, zone: TimeZone, timestamp: EndTimestamp) {
  const bound = parseBound(end, zone, endOfDay);
  if (!bound?.inclusive || timestamp === "exact") return bound;
  return { instant: endOfDay(localDate(bound.instant, zone), zone), inclusive: false };
}

/**
 * Parses a timestamp.
 * Accepts a space before the offset, because an unescaped `+` in a query string is decoded as a space.
 */
function parseTimestamp(name: string, text: string): Instant {
  const instant = parseInstant(text.replace(/ (\d{2}:?\d{2})$/, "+$1"));
  if (instant !== undefined) return instant;
  throw invalidParameter(
    "invalid_date",
    name,
    `${name} must be a date (YYYY-MM-DD) or a timestamp (YYYY-MM-DDThh:mm:ssZ)`,
  );
}

function refuseReversed({ start, end }: WindowParameters, from: Bound, to: Bound): void {
  const empty = to.inclusive ? from.instant > to.instant : from.instant >= to.instant;
  if (!empty) return;
  const message = `${start[0]} must not be after ${end?.[0]}`;
  throw invalid("reversed_dates", message, [{ parameter: start[0], message }]);
}
