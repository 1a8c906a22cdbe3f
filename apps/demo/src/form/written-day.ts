import { type CalendarDate, parseCalendarDate } from "@repute/domain";

const monthFirst = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** Reads a day such as `3/5/2026` or `2026-03-05`. Returns `undefined` for anything else, such as an impossible day. */
export function dayIn(written: string): CalendarDate | undefined {
  const [, month, day, year] = monthFirst.exec(written) ?? [];
  if (month === undefined || day === undefined) return parseCalendarDate(written);
  return parseCalendarDate(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
}

/** Formats a day for visitors, such as `3/5/2026`. */
export const shownDay = (day: CalendarDate): string => {
  const [year, month, date] = day.split("-");
  return `${Number(month)}/${Number(date)}/${year}`;
};
