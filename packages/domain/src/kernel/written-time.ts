import type { CalendarDate } from "./calendar-date.js";
import { isCalendarDay } from "./calendar-date.js";
import type { ClockTime } from "./clock-time.js";
import { parseClockTime } from "./clock-time.js";
import type { Instant } from "./instant.js";
import { parseInstant } from "./instant.js";

/** A day as somebody wrote it, with the time where there is one: of the local clocks, or exact where it has an offset. */
export type WrittenTime =
  | { readonly form: "day"; readonly date: CalendarDate }
  | { readonly form: "local"; readonly date: CalendarDate; readonly clock: ClockTime }
  | { readonly form: "exact"; readonly instant: Instant };

const longest = 40;

const day = /^(?:(\d{4})-(\d{2})-(\d{2})|(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2}))(?:(?:[Tt]|,? {1,3})(\S.*))?$/;
const compact = /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?(?:\.\d{1,6})?([+-]\d{4})?)?$/;
const monthFirst = /^(\d{2})(\d{2})(\d{4})$/;

/**
 * Reads `YYYY-MM-DD`, `M/D/YYYY` and `M/D/YY`, each with an optional time, `MMDDYYYY`, `YYYYMMDD[hhmm[ss]]` and
 * ISO 8601; `undefined` for anything else. Years of two digits up to `lastYear` are of this century, others of the last.
 */
export function parseWrittenTime(text: string, lastYear: number): WrittenTime | undefined {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > longest) return undefined;
  const exact = parseInstant(trimmed);
  if (exact !== undefined) return { form: "exact", instant: exact };
  const [, isoYear, isoMonth, isoDay, month, date, year = "", time] = day.exec(trimmed) ?? [];
  if (isoYear !== undefined) return withTime(dateOf(isoYear, isoMonth, isoDay), time);
  if (month !== undefined) return withTime(dateOf(fullYear(year, lastYear), month, date), time);
  return parseDigits(trimmed);
}

function parseDigits(text: string): WrittenTime | undefined {
  const [, year, month, date, hour, minute, second = "00", offset] = compact.exec(text) ?? [];
  const first = dateOf(year, month, date);
  if (first && offset !== undefined) {
    const instant = parseInstant(`${first}T${hour}:${minute}:${second}${offset}`);
    return instant === undefined ? undefined : { form: "exact", instant };
  }
  if (first) return withTime(first, hour === undefined ? undefined : `${hour}:${minute}:${second}`);
  const [, leading, next, last] = monthFirst.exec(text) ?? [];
  return withTime(dateOf(last, leading, next), undefined);
}

function withTime(date: CalendarDate | undefined, time: string | undefined): WrittenTime | undefined {
  if (!date) return undefined;
  if (time === undefined) return { form: "day", date };
  const clock = parseClockTime(time);
  return clock && { form: "local", date, clock };
}

function dateOf(year = "", month = "", date = ""): CalendarDate | undefined {
  if (year === "" || !isCalendarDay(Number(year), Number(month), Number(date))) return undefined;
  return `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}` as CalendarDate;
}

/** `26` is 2026 when 2026 is not after `lastYear`, else 1926. */
function fullYear(year: string, lastYear: number): string {
  if (year.length === 4) return year;
  return Number(year) <= lastYear % 100 ? `20${year}` : `19${year}`;
}
