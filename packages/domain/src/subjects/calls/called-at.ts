import { isCalendarDay } from "../../foundation/kernel/calendar-date.js";
import { parseClockTime } from "../../foundation/kernel/clock-time.js";
import { type Instant, parseInstant, toSecond } from "../../foundation/kernel/instant.js";
import { localInstants, type LocalTime } from "../../foundation/kernel/local-time.js";
import type { TimeZone } from "../../foundation/kernel/time-zone.js";

export const callTimeExpected =
  "a date and time such as 2026-03-02T09:00:00-07:00, 2026-03-02 09:00 or 3/2/2026 9:00 AM";

/** Parses the start time of a call, and drops fractions of a second. Returns `undefined` if the format is unknown. */
export type ReadCallTime = (text: string) => Instant | undefined;

/** Creates a parser for the start times of calls. Times without a UTC offset are in the given time zone. */
export function callTimeReader(zone: TimeZone): ReadCallTime {
  const instantOf = localInstants(zone);
  return (text) => {
    const exact = parseInstant(text.replace(/ (?:UTC|GMT)$/, "Z")) ?? mailTime(text);
    const local = exact === undefined ? localTime(text) : undefined;
    const instant = local ? instantOf(local) : exact;
    return instant === undefined ? undefined : toSecond(instant);
  };
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const mailShape = /^(?:[A-Z][a-z]{2}, )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}:\d{2}:\d{2}) (?:([+-]\d{4})|GMT|UTC)$/;

/** Parses a date in the format of email headers, such as `Mon, 02 Mar 2026 16:00:00 +0000`. */
function mailTime(text: string): Instant | undefined {
  const [, day = "", month = "", year, time, offset = "Z"] = mailShape.exec(text) ?? [];
  const number = String(months.indexOf(month) + 1).padStart(2, "0");
  return parseInstant(`${year}-${number}-${day.padStart(2, "0")}T${time}${offset}`);
}

const dayShape = /^(?:(\d{4})-(\d{2})-(\d{2})|(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2}))(?:T|,? {1,9})(\S.*)$/;

function localTime(text: string): LocalTime | undefined {
  const [, ...parts] = dayShape.exec(text) ?? [];
  const clock = parseClockTime(parts[6] ?? "");
  const [year, month, day] = dayOf(parts);
  return clock && isCalendarDay(year, month, day) ? { year, month, day, ...clock } : undefined;
}

/** Returns the year, month and day. Adds 2000 to two-digit years. */
function dayOf([isoYear, isoMonth, isoDay, month, day, year = ""]: readonly string[]): [number, number, number] {
  if (isoYear !== undefined) return [Number(isoYear), Number(isoMonth), Number(isoDay)];
  return [Number(year) + (year.length === 2 ? 2_000 : 0), Number(month), Number(day)];
}
