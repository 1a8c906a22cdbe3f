import { describe, expect, it } from "@jest/globals";
import { firstHistory, withArrival } from "../../foundation/accounts/arrivals.js";
import type { Arrival } from "../../foundation/accounts/audit-trail.js";
import { day, hour, type Instant, localCalendar, plus, type TimeZone } from "../../foundation/kernel/times.js";
import { type Expectation } from "../../foundation/accounts/account.js";
import { sourceFacts as factsOf } from "./source-state.js";

const denver = localCalendar("America/Denver" as TimeZone);
function sourceFacts(arrivals: readonly Arrival[], now: Instant, expectation?: Expectation) {
  const [first, ...others] = arrivals;
  const history = first && others.reduce(withArrival, firstHistory(first));
  return factsOf("bundles", { history, now, expectation, calendar: () => denver });
}

/** A Monday. */
const monday = Date.UTC(2026, 5, 1) as Instant;
const at = (days: number, hours = 12): Instant => plus(monday, days * day + hours * hour);

const arrived = (days: number): Arrival => ({ source: "bundles", at: at(days), rows: 7 });
const every = (days: readonly number[]) => days.map((one) => arrived(one));
const weekly = (weeks: number, ...weekdays: readonly number[]) =>
  every(Array.from({ length: weeks }, (_, week) => weekdays.map((one) => week * 7 + one)).flat());
const workdays = [0, 1, 2, 3, 4];

describe("the state of a source", () => {
  it.each([
    ["fresh on the day after the last arrival", 25.9, { state: "fresh", lateSince: null }],
    ["late when the next workday is over", 29, { state: "late", lateSince: at(29, 0) }],
    ["late for as long as nothing arrives", 300, { state: "late", lateSince: at(29, 0) }],
  ])("of data on workdays is %s", (_, now, facts) => {
    const arrivals = weekly(4, ...workdays);
    expect(sourceFacts(arrivals, at(now, 0))).toMatchObject({
      ...{ name: "bundles", ...facts, lastAt: at(25), failedAt: null, rowsOfLastDay: 7 },
      expectedOn: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
    });
  });

  it("is fresh over the weekend", () => {
    expect(sourceFacts(weekly(4, ...workdays), at(27, 23)).state).toBe("fresh");
    expect(sourceFacts(weekly(4, ...workdays), at(28, 23)).state).toBe("fresh");
  });

  it("allows one missing week, and expects nothing on days with fewer arrivals", () => {
    const arrivals = [...weekly(4, 0).slice(1), ...weekly(2, 3)];
    expect(sourceFacts(arrivals, at(28, 1))).toMatchObject({ state: "fresh", expectedOn: ["Monday"] });
    expect(sourceFacts(arrivals, at(29, 0))).toMatchObject({ state: "late", lateSince: at(29, 0) });
  });

  it("is unknown before three weeks are over, and for data that arrives once a month", () => {
    expect(sourceFacts(weekly(2, ...workdays), at(100))).toMatchObject({ state: "unknown", expectedOn: [] });
    expect(sourceFacts(every([0, 30, 61]), at(61))).toMatchObject({ state: "unknown", lateSince: null });
  });

  it("is failing from a failure until data arrives again", () => {
    const failed = { ...arrived(26), rows: null };
    const arrivals = weekly(4, ...workdays);
    expect(sourceFacts([...arrivals, failed], at(26))).toMatchObject({
      ...{ state: "failing", lastAt: at(25), failedAt: at(26), rowsOfLastDay: 7 },
    });
    expect(sourceFacts([...arrivals, failed, arrived(27)], at(27)).state).toBe("fresh");
    expect(sourceFacts([failed], at(40))).toMatchObject({ state: "failing", lastAt: null, rowsOfLastDay: 0 });
  });

  it.each([
    ["late after the span of the warning", { warnAfter: { count: 26, period: "hour" } }, 26, "late"],
    ["fresh before it", { warnAfter: { count: 26, period: "hour" } }, 25.9, "fresh"],
    ["failing after the span of the error", { errorAfter: { count: 2, period: "day" } }, 48, "failing"],
    [
      "late before that",
      { warnAfter: { count: 90, period: "minute" }, errorAfter: { count: 2, period: "day" } },
      47.9,
      "late",
    ],
  ] as const)("is %s", (_, spans, hours, state) => {
    const expectation: Expectation = {
      ...{ source: "bundles", warnAfter: null, errorAfter: null, days: [0, 1, 2, 3, 4, 5, 6], since: at(0), ...spans },
    };
    expect(sourceFacts([arrived(0)], plus(at(0), hours * hour), expectation).state).toBe(state);
    // If nothing arrived, the time begins with the expectation.
    expect(sourceFacts([], plus(at(0), hours * hour), expectation).state).toBe(state);
  });

  it("does not count the time on other days of the week, in the account's time zone", () => {
    const workdaysOnly: Expectation = {
      ...{ source: "bundles", warnAfter: { count: 1, period: "day" }, errorAfter: null, days: workdays, since: at(0) },
    };
    // Friday 12:00 UTC is Friday 6:00 in Denver. 18 hours of Friday count, then 6 hours of Monday.
    const friday = arrived(4);
    const due = plus(at(7, 6), 6 * hour);
    expect(sourceFacts([friday], plus(due, -1), workdaysOnly)).toMatchObject({ state: "fresh", lateSince: null });
    expect(sourceFacts([friday], due, workdaysOnly)).toMatchObject({ state: "late", lateSince: due });
  });
});
