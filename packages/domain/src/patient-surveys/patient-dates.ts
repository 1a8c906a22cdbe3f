import type { CalendarDate } from "../kernel/calendar-date.js";
import { parseCalendarDate } from "../kernel/calendar-date.js";
import type { Instant } from "../kernel/instant.js";
import { localCalendar } from "../kernel/local-calendar.js";
import type { TimeZone } from "../kernel/time-zone.js";
import { parseWrittenTime } from "../kernel/written-time.js";

/** How the days of a patient file are read; `null` for what is no day. */
export type PatientDates = {
  /** The local day of the upload. */
  readonly uploadDate: CalendarDate;
  /** A time with an offset is on a day of the account's clocks. */
  day(text: string): CalendarDate | null;
  /** On the day that was written; a year of two digits is never one to come. */
  birth(text: string): CalendarDate | null;
};

export function patientDates(uploadedAt: Instant, zone: TimeZone): PatientDates {
  const calendar = localCalendar(zone);
  const uploadDate = calendar.dateOf(uploadedAt);
  const thisYear = Number(uploadDate.slice(0, 4));

  function dayIn(text: string, lastYear: number): CalendarDate | null {
    const written = parseWrittenTime(text, lastYear);
    if (!written) return null;
    return written.form === "exact" ? calendar.dateOf(written.instant) : written.date;
  }

  function birthIn(text: string, lastYear: number): CalendarDate | null {
    const date = dayIn(text, lastYear);
    return date === null ? null : (parseCalendarDate(text.trim().slice(0, 10)) ?? date);
  }

  return {
    uploadDate,
    day: (text) => dayIn(text, thisYear + 1),
    birth(text) {
      const date = birthIn(text, thisYear + 1);
      return date !== null && date > uploadDate ? birthIn(text, thisYear - 1) : date;
    },
  };
}
