import { DateTime, IANAZone } from "luxon";
import type { Brand } from "./brand.js";
import type { CalendarDate } from "./calendar-date.js";
import type { Instant } from "./instant.js";

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

/** Returns the offset of a time zone from UTC at an instant, in milliseconds. */
export const utcOffset = (instant: Instant, zone: TimeZone): number =>
  DateTime.fromMillis(instant, { zone }).offset * 60_000;
