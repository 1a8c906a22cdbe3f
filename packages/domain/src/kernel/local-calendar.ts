import type { CalendarDate } from "./calendar-date.js";
import type { Instant } from "./instant.js";
import { remembered } from "./remembered.js";
import { endOfDay, startOfDay } from "./time-zone.js";
import type { TimeZone } from "./time-zone.js";
import { utcOffsets } from "./utc-offsets.js";

/** The days of one time zone; each is looked up once. */
export type LocalCalendar = {
  /** The local day on which an instant falls. */
  dateOf(instant: Instant): CalendarDate;
  /** The first moment of a local day. */
  startOf(date: CalendarDate): Instant;
  /** The first moment after a local day. */
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
