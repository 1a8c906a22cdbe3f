import type { CalendarDate } from "./calendar-date.js";
import type { Instant } from "./instant.js";
import { remembered } from "./remembered.js";
import { endOfDay, startOfDay, type TimeZone } from "./time-zone.js";
import { utcOffsets } from "./utc-offsets.js";

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
