import type { FeedOrder } from "../feed/feed.js";
import { parseCalendarDate } from "../kernel/calendar-date.js";
import type { ProblemCollector } from "../kernel/collect-problems.js";
import { invalid } from "../kernel/domain-error.js";
import type { TimeZone } from "../kernel/time-zone.js";
import { type EndTimestamp, parseSince, parseWindow, type StartAlone } from "../kernel/window.js";
import type { ListQuery } from "./list-query.js";

/** Rules for the time parameters of a list. */
export type ListRules = {
  readonly start: "date" | "start_date";
  readonly end: "end" | "end_date";
  readonly startAlone: StartAlone;
  /** Meaning of an end timestamp. Defaults to `exact`. */
  readonly endTimestamp?: EndTimestamp;
  /** True if the list rejects a request with both `modified_since` and a start time. */
  readonly startExcludesModifiedSince?: boolean;
};

/** True if a query contains a local day, which depends on the account's time zone. */
export function namesDay({ start, end, endTimestamp = "exact" }: ListRules, query: ListQuery): boolean {
  const isDay = (text: string | undefined) => text !== undefined && parseCalendarDate(text) !== undefined;
  const hasWholeDay = endTimestamp === "whole-day" && query[end] !== undefined;
  return hasWholeDay || [query[start], query[end], query.modified_since].some(isDay);
}

/** Parses the query parameters for the time range and for `modified_since`. */
export function parseTimes(rules: ListRules, query: ListQuery, zone: TimeZone, wrong: ProblemCollector) {
  const { [rules.start]: start, [rules.end]: end, modified_since: since } = query;
  if (rules.startExcludesModifiedSince && start !== undefined && since !== undefined) {
    wrong.attempt(() => refuseConflict(rules.start));
  }
  return {
    window: wrong.attempt(() =>
      parseWindow({ start: [rules.start, start], end: [rules.end, end] }, rules.startAlone, zone, rules.endTimestamp),
    ),
    modifiedSince: wrong.attempt(() => (since === undefined ? undefined : parseSince("modified_since", since, zone))),
  };
}

/**
 * Returns the sort order of a list.
 * Ascending order with `modified_since` sorts by time of change, so that concurrent changes appear on later pages.
 */
export function orderOf({ order, modified_since }: ListQuery): FeedOrder {
  if (order !== "asc") return "newest";
  return modified_since === undefined ? "oldest" : "modified";
}

function refuseConflict(start: string): never {
  const message = `modified_since cannot be combined with ${start}`;
  throw invalid("conflicting_dates", message, [{ parameter: "modified_since", message }]);
}
