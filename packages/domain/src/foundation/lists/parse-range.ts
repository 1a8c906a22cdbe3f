import { collectProblems } from "../kernel/collect-problems.js";
import { invalidParameter } from "../kernel/domain-error.js";
import type { TimeZone } from "../kernel/time-zone.js";
import { type AppliedWindow, parseWindow } from "../kernel/window.js";

/** Query parameters of a time range with two required bounds, as strings. */
export type RangeQuery = { readonly start_date?: string; readonly end_date?: string };

/** Parses a time range. Throws `invalid_parameter` if a bound is missing. */
export function parseRange({ start_date: start, end_date: end }: RangeQuery, zone: TimeZone): AppliedWindow {
  const wrong = collectProblems();
  wrong.attempt(() => requireParameter("start_date", start));
  wrong.attempt(() => requireParameter("end_date", end));
  const window = wrong.attempt(() =>
    parseWindow({ start: ["start_date", start], end: ["end_date", end] }, "onward", zone),
  );
  wrong.refuse();
  return window ?? {};
}

function requireParameter(name: string, text: string | undefined): void {
  if (text === undefined) throw invalidParameter("invalid_parameter", name, `${name} is required`);
}
