import { type CalendarDate, parseCalendarDate, plusDays } from "../../foundation/kernel/calendar-date.js";
import { parseClockTime } from "../../foundation/kernel/clock-time.js";
import { type Instant, toSecond } from "../../foundation/kernel/instant.js";
import { localCalendar } from "../../foundation/kernel/local-calendar.js";
import { localInstants } from "../../foundation/kernel/local-time.js";
import { remembered } from "../../foundation/kernel/remembered.js";
import type { TimeZone } from "../../foundation/kernel/time-zone.js";
import { type DateOrder, parseWrittenTime, type WrittenTime } from "../../foundation/kernel/written-time.js";
import type { MomentOrDay } from "../appointments/appointment.js";

/** Parsers for the times in an appointment file. Times without a UTC offset are in the account's time zone. */
export type ReadTimes = {
  /**
   * Returns the time and local date of an appointment. Both are `null` if the date is invalid, before 2000, or more
   * than 730 days after the upload.
   */
  appointment(day: string, time: string): { readonly at: MomentOrDay | null; readonly date: CalendarDate | null };
  booking(text: string): MomentOrDay | null;
  /**
   * Parses a date of birth. If the date is in the future and its year has two digits, subtracts 100 years. Returns
   * `null` for other dates in the future.
   */
  birth(text: string): CalendarDate | null;
  readonly uploadDate: CalendarDate;
};

const firstDate = "2000-01-01";
const maxDaysAhead = 730;

/**
 * Creates the parsers for the times in an appointment file.
 * `order` is the order of day and month in ambiguous dates.
 */
export function readTimes(uploadedAt: Instant, zone: TimeZone, order: DateOrder): ReadTimes {
  const calendar = localCalendar(zone);
  const instantOf = localInstants(zone);
  const uploadDate = calendar.dateOf(uploadedAt);
  const lastDate = plusDays(uploadDate, maxDaysAhead);
  const lastYear = Number(uploadDate.slice(0, 4)) + 1;
  const read = (text: string) => parseWrittenTime(text, lastYear, order);
  const dateOf = (time: MomentOrDay) => (typeof time === "number" ? calendar.dateOf(time) : time);

  function timeOf(written: WrittenTime | undefined): MomentOrDay | null {
    if (!written) return null;
    if (written.form === "day") return written.date;
    if (written.form === "exact") return toSecond(written.instant);
    const [year, month, day] = written.date.split("-").map(Number) as [number, number, number];
    return instantOf({ year, month, day, ...written.clock });
  }

  // Cache the results, because many rows contain the same values.
  const appointment = remembered((text) => {
    const [day = "", time = ""] = text.split("\0");
    const at = timeOf(withClock(read(day), time));
    const date = at === null ? "" : dateOf(at);
    return date >= firstDate && date <= lastDate ? { at, date: date as CalendarDate } : { at: null, date: null };
  });
  return {
    uploadDate,
    appointment: (day, time) => appointment(`${day}\0${time}`),
    booking: remembered((text) => timeOf(read(text))),
    birth: remembered((text) => {
      const time = timeOf(read(text));
      // Use the date as written, because midnight in UTC is on the previous day in many time zones.
      const date = time === null ? undefined : (parseCalendarDate(text.trim().slice(0, 10)) ?? dateOf(time));
      if (date === undefined || date <= uploadDate) return date ?? null;
      return isShortYear(text) ? centuryBefore(date) : null;
    }),
  };
}

/** Combines a date with the time from a separate column, if the time is valid. */
function withClock(written: WrittenTime | undefined, time: string): WrittenTime | undefined {
  const clock = written?.form === "day" ? parseClockTime(time.trim().slice(0, 20)) : undefined;
  return clock && written?.form === "day" ? { form: "local", date: written.date, clock } : written;
}

const isShortYear = (text: string): boolean =>
  /^\d{1,2}(?:\/\d{1,2}\/|[- ][A-Za-z]{3,9}[-., ]{1,2})\d{2}(?!\d)/.test(text.trim());

/** Returns the same day 100 years earlier, or `null` if that year has no such day (February 29). */
const centuryBefore = (date: CalendarDate): CalendarDate | null =>
  parseCalendarDate(`${Number(date.slice(0, 4)) - 100}${date.slice(4)}`) ?? null;
