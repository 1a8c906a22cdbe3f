import {
  type CalendarDate,
  type Instant,
  localCalendar,
  parseCalendarDate,
  type TimeZone,
} from "../../foundation/kernel/times.js";
import { parseWrittenTime } from "../../foundation/kernel/written-times.js";

/** Parsers for the dates in a patient file. The parsers return `null` for invalid dates. */
export type PatientDates = {
  /** Local date of the upload. */
  readonly uploadDate: CalendarDate;
  /** Parses a date. If the string contains a time with a UTC offset, converts it to the account's time zone. */
  day(text: string): CalendarDate | null;
  /** Parses a date of birth, without time zone conversion. Reads a two-digit year as a year in the past. */
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
