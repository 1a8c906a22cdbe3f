import type { MomentOrDay } from "../attribution/appointment.js";
import type { CalendarDate } from "../kernel/calendar-date.js";
import { parseCalendarDate, plusDays } from "../kernel/calendar-date.js";
import { parseClockTime } from "../kernel/clock-time.js";
import type { Instant } from "../kernel/instant.js";
import { toSecond } from "../kernel/instant.js";
import { localCalendar } from "../kernel/local-calendar.js";
import { localInstants } from "../kernel/local-time.js";
import { remembered } from "../kernel/remembered.js";
import type { TimeZone } from "../kernel/time-zone.js";
import type { DateOrder, WrittenTime } from "../kernel/written-time.js";
import { parseWrittenTime } from "../kernel/written-time.js";

/** How the times of rows are read: those without an offset are of the account's clocks. */
export type ReadTimes = {
  /** With its local day; `null` for what is no date, or none from 2000 on that is at most 730 days after the upload. */
  appointment(day: string, time: string): { readonly at: MomentOrDay | null; readonly date: CalendarDate | null };
  booking(text: string): MomentOrDay | null;
  /** Never in the future. */
  birth(text: string): CalendarDate | null;
  /** The local day of the upload. */
  readonly uploadDate: CalendarDate;
};

const firstDate = "2000-01-01";
const mostDaysAhead = 730;

/** `order` is the connection's, for dates that have two readings. */
export function readTimes(uploadedAt: Instant, zone: TimeZone, order: DateOrder): ReadTimes {
  const calendar = localCalendar(zone);
  const instantOf = localInstants(zone);
  const uploadDate = calendar.dateOf(uploadedAt);
  const lastDate = plusDays(uploadDate, mostDaysAhead);
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

  // Many rows of a file say the same.
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
      // The day as it was written: midnight in UTC is the day before on many clocks.
      const date = time === null ? undefined : (parseCalendarDate(text.trim().slice(0, 10)) ?? dateOf(time));
      if (date === undefined || date <= uploadDate) return date ?? null;
      return isShortYear(text) ? centuryBefore(date) : null;
    }),
  };
}

/** A day with the time of a column of its own, where that is one. */
function withClock(written: WrittenTime | undefined, time: string): WrittenTime | undefined {
  const clock = written?.form === "day" ? parseClockTime(time.trim().slice(0, 20)) : undefined;
  return clock && written?.form === "day" ? { form: "local", date: written.date, clock } : written;
}

const isShortYear = (text: string): boolean =>
  /^\d{1,2}(?:\/\d{1,2}\/|[- ][A-Za-z]{3,9}[-., ]{1,2})\d{2}(?!\d)/.test(text.trim());

/** The 29th of February has none in a year without one. */
const centuryBefore = (date: CalendarDate): CalendarDate | null =>
  parseCalendarDate(`${Number(date.slice(0, 4)) - 100}${date.slice(4)}`) ?? null;
