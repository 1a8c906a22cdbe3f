import { DateTime, IANAZone } from "luxon";
import type { Brand } from "./brand.js";
import type { CalendarDate } from "./calendar-date.js";
import type { Instant } from "./instant.js";

/** The IANA name of a time zone: `America/Denver`. */
export type TimeZone = Brand<string, "TimeZone">;

export const utc = "UTC" as TimeZone;

/** An IANA time zone name; `undefined` for anything else (offsets such as `+02:00` have no daylight saving: refused). */
export const parseTimeZone = (text: string): TimeZone | undefined =>
  /^[A-Za-z]/.test(text) && IANAZone.isValidZone(text) ? (text as TimeZone) : undefined;

/** The first moment of a local day: midnight, or the end of the gap where the clocks skip it. */
export const startOfDay = (date: CalendarDate, zone: TimeZone): Instant =>
  DateTime.fromISO(date, { zone }).startOf("day").toMillis() as Instant;

/** The first moment after a local day, which may be 23 or 25 hours long. */
export const endOfDay = (date: CalendarDate, zone: TimeZone): Instant =>
  DateTime.fromISO(date, { zone }).plus({ days: 1 }).startOf("day").toMillis() as Instant;

/** The local day on which `instant` falls. */
export const localDate = (instant: Instant, zone: TimeZone): CalendarDate =>
  DateTime.fromMillis(instant, { zone }).toISODate() as CalendarDate;

/** How far the zone's clocks are ahead of UTC at `instant`, in milliseconds. */
export const utcOffset = (instant: Instant, zone: TimeZone): number =>
  DateTime.fromMillis(instant, { zone }).offset * 60_000;
