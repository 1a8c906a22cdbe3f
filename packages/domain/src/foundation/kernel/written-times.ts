import { type CalendarDate, type Instant, isCalendarDay, parseInstant, plusDays } from "./times.js";

/** Date in a file, with an optional time of day. The time is local unless the string has an offset. */
export type WrittenTime =
  | { readonly form: "day"; readonly date: CalendarDate }
  | { readonly form: "local"; readonly date: CalendarDate; readonly clock: ClockTime }
  | { readonly form: "exact"; readonly instant: Instant };

/** Time of day on the 24-hour clock. */
type ClockTime = { readonly hour: number; readonly minute: number; readonly second: number };

/** Orders of day and month in a date such as `03/04/2026`. */
export const dateOrders = ["month_first", "day_first"] as const;
export type DateOrder = (typeof dateOrders)[number];

const maxTimeLength = 40;

// In each pattern, the last group is the rest of the string, which may be a time of day.
const yearFirst = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(\D.*)?$/;
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(\D.*)?$/;
const namedSecond = /^(\d{1,2})[- ]([A-Za-z]{3,9})(?:-|[.,]? )(\d{4}|\d{2})(\D.*)?$/;
const namedFirst = /^([A-Za-z]{3,9})\.? {1,2}(\d{1,2}),? (\d{4})(\D.*)?$/;
const timeBehind = /^(?:[Tt]|,? {1,3})(\S.*)$/;
const compact = /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?(?:\.\d{1,6})?([+-]\d{4})?)?$/;
const eightDigits = /^(\d{2})(\d{2})(\d{4})$/;
const serialNumber = /^(\d{5})(\.\d{1,15})?$/;

/**
 * Parses a date with an optional time of day. Returns `undefined` for anything else.
 *
 * Accepts `YYYY-MM-DD`, ISO 8601, `M/D/YYYY`, `M-D-YYYY`, `M/D/YY`, `20-Nov-2026` and `Nov 20, 2026`.
 * Also accepts `MMDDYYYY`, `YYYYMMDD[hhmm[ss]]` and spreadsheet serial numbers. A time may have an offset, `UTC` or `GMT`
 * behind it. Other names of time zones are not accepted.
 *
 * `order` decides how to read ambiguous dates. A date that is valid in only one order is always accepted.
 * Two-digit years up to `lastYear` belong to this century, and later years to the previous century.
 */
export function parseWrittenTime(
  text: string,
  lastYear: number,
  order: DateOrder = "month_first",
): WrittenTime | undefined {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > maxTimeLength) return undefined;
  const exact = parseInstant(trimmed);
  if (exact !== undefined) return { form: "exact", instant: exact };
  return (
    parseParts(trimmed, lastYear, order) ??
    parseSpacedOffset(trimmed, lastYear, order) ??
    parseDigits(trimmed, order) ??
    parseSerialNumber(trimmed)
  );
}

function parseParts(text: string, lastYear: number, order: DateOrder): WrittenTime | undefined {
  const [, year, , month, date, rest] = yearFirst.exec(text) ?? [];
  if (year !== undefined) return withRest(dateOf(year, month, date), rest);
  return parseYearLast(text, lastYear, order) ?? parseNamedMonth(text, lastYear);
}

function parseYearLast(text: string, lastYear: number, order: DateOrder): WrittenTime | undefined {
  const [, one = "", mark, two = "", year = "", rest] = yearLast.exec(text) ?? [];
  const isComplete = mark === "/" || year.length === 4;
  return isComplete ? withRest(inOrder([one, two, year], mark, lastYear, order), rest) : undefined;
}

function parseNamedMonth(text: string, lastYear: number): WrittenTime | undefined {
  const [, date, second, shortYear = "", rest] = namedSecond.exec(text) ?? [];
  if (second !== undefined) return withRest(dateOf(fullYear(shortYear, lastYear), monthNamed(second), date), rest);
  const [, first = "", day, year, behind] = namedFirst.exec(text) ?? [];
  return withRest(dateOf(year, monthNamed(first), day), behind);
}

const spacedOffset = /^(?:UTC|GMT)?([+-]\d{2}:?\d{2})$|^(?:UTC|GMT|Z)$/i;

/** Parses a time with an offset after a space, such as `2026-11-18 09:00 -0700` or `11/18/2026 9:00 AM UTC`. */
function parseSpacedOffset(text: string, lastYear: number, order: DateOrder): WrittenTime | undefined {
  const [name, offset = "Z"] = spacedOffset.exec(text.slice(text.lastIndexOf(" ") + 1)) ?? [];
  const front = name === undefined ? undefined : text.slice(0, -name.length).trimEnd();
  const local = front === undefined ? undefined : parseParts(front, lastYear, order);
  if (local?.form !== "local") return undefined;
  const { hour, minute, second } = local.clock;
  const clock = [hour, minute, second].map((part) => String(part).padStart(2, "0")).join(":");
  const instant = parseInstant(`${local.date}T${clock}${offset}`);
  return instant === undefined ? undefined : { form: "exact", instant };
}

/** Returns the date in the preferred order. Uses the other order if the date is valid only in that order. */
function inOrder(
  [one, two, year]: readonly [string, string, string],
  mark: string | undefined,
  lastYear: number,
  order: DateOrder,
): CalendarDate | undefined {
  const full = fullYear(year, lastYear);
  const [monthFirst, dayFirst] = [dateOf(full, one, two), dateOf(full, two, one)];
  // Dates with dots usually begin with the day.
  // In the default order, an ambiguous date with dots is therefore rejected.
  if (mark === "." && order === "month_first" && monthFirst && dayFirst && monthFirst !== dayFirst) return undefined;
  const [usual, other] = order === "day_first" ? [dayFirst, monthFirst] : [monthFirst, dayFirst];
  // A date such as 25/12/26 may also begin with the year.
  const isOnlyReading = year.length === 4 || dateOf(`20${one}`, two, year) === undefined;
  return usual ?? (isOnlyReading ? other : undefined);
}

/** Returns the only order in which a date such as `24/11/2026` is valid. `undefined` if both or none are. */
export function onlyOrder(text: string): DateOrder | undefined {
  if (text.length > maxTimeLength) return undefined;
  const [, one, , two, year = ""] = yearLast.exec(text.trim()) ?? [];
  if (year.length !== 4) return undefined;
  const [monthFirst, dayFirst] = [dateOf(year, one, two), dateOf(year, two, one)];
  if ((monthFirst === undefined) === (dayFirst === undefined)) return undefined;
  return monthFirst === undefined ? "day_first" : "month_first";
}

const monthNames = [
  ...["january", "february", "march", "april", "may", "june"],
  ...["july", "august", "september", "october", "november", "december"],
];

/** Returns the number of an English month name or abbreviation. Returns an empty string for other words. */
function monthNamed(name: string): string {
  const index = monthNames.findIndex((month) => month.startsWith(name.toLowerCase()));
  return name.length < 3 || index < 0 ? "" : String(index + 1);
}

function parseDigits(text: string, order: DateOrder): WrittenTime | undefined {
  const [, year, month, date, hour, minute, second = "00", offset] = compact.exec(text) ?? [];
  const first = dateOf(year, month, date);
  if (first && offset !== undefined) {
    const instant = parseInstant(`${first}T${hour}:${minute}:${second}${offset}`);
    return instant === undefined ? undefined : { form: "exact", instant };
  }
  if (first) return withTime(first, hour === undefined ? undefined : `${hour}:${minute}:${second}`);
  return parseEightDigits(text, order);
}

function parseEightDigits(text: string, order: DateOrder): WrittenTime | undefined {
  const [, one, two, year] = eightDigits.exec(text) ?? [];
  if (one === undefined || two === undefined || year === undefined) return undefined;
  return withTime(inOrder([one, two, year], undefined, 0, order), undefined);
}

const firstSerialDay = "1899-12-30" as CalendarDate;
const daySeconds = 86_400;

/** Parses a spreadsheet serial number, which counts days since 1899-12-30. The fraction is the time of day. */
function parseSerialNumber(text: string): WrittenTime | undefined {
  const [, days, fraction = ""] = serialNumber.exec(text) ?? [];
  if (days === undefined) return undefined;
  const seconds = Math.round(Number(`0${fraction}`) * daySeconds);
  const date = plusDays(firstSerialDay, Number(days) + Math.floor(seconds / daySeconds));
  if (!/[1-9]/.test(fraction)) return { form: "day", date };
  return { form: "local", date, clock: clockOf(seconds % daySeconds) };
}

const clockOf = (seconds: number): ClockTime => ({
  hour: Math.floor(seconds / 3_600),
  minute: Math.floor((seconds % 3_600) / 60),
  second: seconds % 60,
});

function withRest(date: CalendarDate | undefined, rest = ""): WrittenTime | undefined {
  if (rest === "") return withTime(date, undefined);
  const time = timeBehind.exec(rest)?.[1];
  return time === undefined ? undefined : withTime(date, time);
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

/** Expands a two-digit year: `26` becomes 2026 if 2026 is not after `lastYear`, otherwise 1926. */
function fullYear(year: string, lastYear: number): string {
  if (year.length === 4) return year;
  return Number(year) <= lastYear % 100 ? `20${year}` : `19${year}`;
}

const clockShape = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?: ?([AaPp])\.?[Mm]\.?)?$/;

/**
 * Fraction of a day, as in a spreadsheet cell with a time, alone or behind the serial number of the day. Other numbers
 * such as `9.30` are ambiguous.
 */
const dayFraction = /^(?:0?|\d{5})(\.\d{1,17})$/;

/** Parses a time of day: `14:30`, `14:30:05`, `2:30 PM` or `0.604`. Returns `undefined` for anything else. */
export function parseClockTime(text: string): ClockTime | undefined {
  const parts = clockShape.exec(text);
  if (!parts) {
    const fraction = dayFraction.exec(text)?.[1];
    return fraction === undefined ? undefined : clockOf(Math.round(Number(fraction) * daySeconds) % daySeconds);
  }
  const [hour, minute, second] = [hourOf(Number(parts[1]), parts[4]), Number(parts[2]), Number(parts[3] ?? 0)];
  return hour < 24 && minute < 60 && second < 60 ? { hour, minute, second } : undefined;
}

/**
 * Converts an hour to the 24-hour clock. Returns `NaN` for an hour that the 12-hour clock does not have.
 *
 * 12 am is midnight, and 12 pm is noon.
 */
function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
}
