import { DateTime, IANAZone } from "luxon";
import type { Brand } from "./ids.js";
import { remembered } from "./lookup-tables.js";

/** Point in time in milliseconds since 1970-01-01 UTC. Stored instants are whole seconds. */
export type Instant = Brand<number, "Instant">;

export type Clock = () => Instant;

export const second = 1_000;
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

const periods = { minute, hour, day } as const;

/** Span of time. */
export type Span = { readonly count: number; readonly period: keyof typeof periods };

export const millisecondsOf = ({ count, period }: Span): number => count * periods[period];

const timestampShape =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d{2}):?(\d{2}))$/;

/** Parses an ISO 8601 timestamp with `Z` or an offset, up to milliseconds. Returns `undefined` for anything else. */
export function parseInstant(text: string): Instant | undefined {
  const parts = timestampShape.exec(text);
  if (!parts) return undefined;
  const at = (index: number) => Number(parts[index] ?? 0);
  const [year, month, date, hours, minutes, seconds] = [at(1), at(2), at(3), at(4), at(5), at(6)];
  const real =
    isCalendarDay(year, month, date) && isClockTime(hours, minutes, seconds) && isClockTime(at(9), at(10), 0);
  if (!real) return undefined;
  const offset = (at(9) * 60 + at(10)) * (parts[8] === "-" ? -60 : 60) * second;
  const fraction = Number((parts[7] ?? "").padEnd(3, "0").slice(0, 3));
  return (Date.UTC(year, month - 1, date, hours, minutes, seconds, fraction) - offset) as Instant;
}

/** Parses an ISO 8601 timestamp. Assumes UTC if there is no offset. Returns `undefined` for anything else. */
export const parseInstantOrUtc = (text: string): Instant | undefined => parseInstant(text) ?? parseInstant(`${text}Z`);

const isClockTime = (hours: number, minutes: number, seconds: number) => hours < 24 && minutes < 60 && seconds < 60;

/** Rounds an instant down to a whole second, which is the precision of stored instants. */
export const toSecond = (instant: number): Instant => (Math.floor(instant / second) * second) as Instant;

/** Adds milliseconds to an instant. */
export const plus = (instant: Instant, milliseconds: number): Instant => (instant + milliseconds) as Instant;

/**
 * Last second with a four-digit year in UTC. Later instants exist because 9999-12-31 ends later in western time zones.
 */
const lastSecond = Date.UTC(9999, 11, 31, 23, 59, 59);

/** Formats an instant as `2026-03-01T17:05:00+00:00`, the default format of the interface specification. */
export const isoInstant = (instant: Instant): string => `${secondOf(instant)}+00:00`;

/** Formats an instant as `2026-03-01 17:05:00+00:00`, the format of invites. */
export const spacedInstant = (instant: Instant): string => isoInstant(instant).replace("T", " ");

const secondOf = (instant: Instant) => new Date(Math.min(instant, lastSecond)).toISOString().slice(0, 19);

/** Calendar date without a time zone, formatted `YYYY-MM-DD`. */
export type CalendarDate = Brand<string, "CalendarDate">;

const dateShape = /^(\d{4})-(\d{2})-(\d{2})$/;

/** True if a date exists in the Gregorian calendar. Supports the years 100 to 9999. */
export function isCalendarDay(year: number, month: number, day: number): boolean {
  if (year < 100 || month < 1 || month > 12 || day < 1) return false;
  return day <= 28 || new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}

/** Parses `YYYY-MM-DD`. Returns `undefined` for anything else, including days that do not exist (`2026-02-30`). */
export function parseCalendarDate(text: string): CalendarDate | undefined {
  const parts = dateShape.exec(text);
  return parts && isCalendarDay(Number(parts[1]), Number(parts[2]), Number(parts[3]))
    ? (text as CalendarDate)
    : undefined;
}

/** Returns the number of days from 1970-01-01 to a date. */
export const dayNumber = (date: CalendarDate): number => Date.parse(date) / 86_400_000;

/** Adds days to a date. The number of days may be negative. */
export const plusDays = (date: CalendarDate, days: number): CalendarDate =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10) as CalendarDate;

/** Returns a person's age in whole years on a date. A birthday on February 29 counts from March 1 in common years. */
export function ageOn(date: CalendarDate, birth: CalendarDate): number {
  const years = Number(date.slice(0, 4)) - Number(birth.slice(0, 4));
  return date.slice(5) < birth.slice(5) ? years - 1 : years;
}

/** IANA time zone name, such as `America/Denver`. */
export type TimeZone = Brand<string, "TimeZone">;

export const utc = "UTC" as TimeZone;

/**
 * Parses an IANA time zone name. Returns `undefined` for anything else.
 *
 * Rejects offsets such as `+02:00` because they have no daylight saving time.
 */
export const parseTimeZone = (text: string): TimeZone | undefined =>
  /^[A-Za-z]/.test(text) && IANAZone.isValidZone(text) ? (text as TimeZone) : undefined;

/** Returns the first instant of a local day. This is midnight, or the end of the gap if the clocks skip midnight. */
export const startOfDay = (date: CalendarDate, zone: TimeZone): Instant =>
  DateTime.fromISO(date, { zone }).startOf("day").toMillis() as Instant;

/** Returns the first instant after a local day. A local day may have 23 or 25 hours. */
export const endOfDay = (date: CalendarDate, zone: TimeZone): Instant =>
  DateTime.fromISO(date, { zone }).plus({ days: 1 }).startOf("day").toMillis() as Instant;

/** Returns the local date at an instant. */
export const localDate = (instant: Instant, zone: TimeZone): CalendarDate =>
  DateTime.fromMillis(instant, { zone }).toISODate() as CalendarDate;

/** Converts between dates and instants in one time zone. Caches the results. */
export type LocalCalendar = {
  /** Returns the local date at an instant. */
  dateOf(instant: Instant): CalendarDate;
  /** Returns the first instant of a date in the time zone. */
  startOf(date: CalendarDate): Instant;
  /** Returns the instant at which a local date ends: the first instant of the next date. */
  endOf(date: CalendarDate): Instant;
};

export function localCalendar(zone: TimeZone): LocalCalendar {
  const offsetAt = utcOffsets(zone);
  return {
    dateOf: (instant) => new Date(instant + offsetAt(instant)).toISOString().slice(0, 10) as CalendarDate,
    startOf: remembered((date: CalendarDate) => startOfDay(date, zone)),
    endOf: remembered((date: CalendarDate) => endOfDay(date, zone)),
  };
}

/** Returns the local date of an instant, or a date unchanged. */
export const localDateOf = (at: Instant | CalendarDate, calendar: LocalCalendar): CalendarDate =>
  typeof at === "number" ? calendar.dateOf(at) : at;

/** Date and time of day without a time zone. */
export type LocalTime = Readonly<Record<"year" | "month" | "day" | "hour" | "minute" | "second", number>>;

/**
 * Returns a function that converts local times in a time zone to instants.
 * When clocks change, a repeated local time means its first occurrence, and a skipped local time means one hour later.
 */
export function localInstants(zone: TimeZone): (time: LocalTime) => Instant {
  const offsetOn = dailyOffsets(zone);
  return (time) => {
    const shown = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second);
    const date = Math.floor(shown / day);
    const [before, after] = [shown - offsetOn(date - 1), shown - offsetOn(date + 2)] as [Instant, Instant];
    const isReal = (instant: Instant) => instant + utcOffset(instant, zone) === shown;
    return before === after || isReal(before) || !isReal(after) ? before : after;
  };
}

/** Returns a function that formats instants as `M/D/YYYY h:mm:ss am` in a time zone. */
export function displayTime(zone: TimeZone): (instant: Instant) => string {
  const offsetAt = utcOffsets(zone);
  return (instant) => {
    const local = new Date(instant + offsetAt(instant));
    const hours = local.getUTCHours();
    const clock = [hours % 12 || 12, twoDigits(local.getUTCMinutes()), twoDigits(local.getUTCSeconds())].join(":");
    return `${local.getUTCMonth() + 1}/${local.getUTCDate()}/${local.getUTCFullYear()} ${clock} ${hours < 12 ? "am" : "pm"}`;
  };
}

/** Formats a date as `M/D/YYYY`. */
export function displayDate(date: CalendarDate): string {
  const [year, month, dayOfMonth] = date.split("-").map(Number);
  return `${month}/${dayOfMonth}/${year}`;
}

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** Returns a function that looks up a time zone's offset from UTC at an instant, in milliseconds. */
function utcOffsets(zone: TimeZone): (instant: Instant) => number {
  const offsetOn = dailyOffsets(zone);
  return (instant) => {
    const date = Math.floor(instant / day);
    const offset = offsetOn(date);
    return offset === offsetOn(date + 1) ? offset : utcOffset(instant, zone);
  };
}

/**
 * For each time zone, a function that returns the offset from UTC at the start of a day in UTC.
 * The offsets are cached. Exact lookups are a hundred times slower, so they are used only near a clock change.
 * Marked as pure, so that bundles of other rules do not contain luxon.
 */
const dailyOffsets = /* @__PURE__ */ remembered((zone: TimeZone) =>
  remembered((date: number) => utcOffset((date * day) as Instant, zone)),
);

/** Returns the offset of a time zone from UTC at an instant, in milliseconds. */
const utcOffset = (instant: Instant, zone: TimeZone): number => DateTime.fromMillis(instant, { zone }).offset * 60_000;
