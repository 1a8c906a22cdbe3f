import type { Brand } from "./brand.js";

/** Calendar date without a time zone, formatted `YYYY-MM-DD`. */
export type CalendarDate = Brand<string, "CalendarDate">;

const shape = /^(\d{4})-(\d{2})-(\d{2})$/;

/** True if a date exists in the Gregorian calendar. Supports the years 100 to 9999. */
export function isCalendarDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Parses `YYYY-MM-DD`. Returns `undefined` for anything else, including days that do not exist (`2026-02-30`). */
export function parseCalendarDate(text: string): CalendarDate | undefined {
  const parts = shape.exec(text);
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
