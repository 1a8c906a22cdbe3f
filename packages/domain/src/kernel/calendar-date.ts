import type { Brand } from "./brand.js";

/** A day of the calendar without a time zone: `YYYY-MM-DD`. */
export type CalendarDate = Brand<string, "CalendarDate">;

const shape = /^(\d{4})-(\d{2})-(\d{2})$/;

/** True for days that the Gregorian calendar has, from year 100 to 9999. */
export function isCalendarDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** `YYYY-MM-DD` of a day that exists; `undefined` for anything else (`2026-02-30`). */
export function parseCalendarDate(text: string): CalendarDate | undefined {
  const parts = shape.exec(text);
  return parts && isCalendarDay(Number(parts[1]), Number(parts[2]), Number(parts[3]))
    ? (text as CalendarDate)
    : undefined;
}

/** Days since 1970-01-01: neighbors differ by one. */
export const dayNumber = (date: CalendarDate): number => Date.parse(date) / 86_400_000;

/** The day that many days after another one, or before it. */
export const plusDays = (date: CalendarDate, days: number): CalendarDate =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10) as CalendarDate;

/** How old somebody is on a day, in whole years; somebody born on the 29th of February is a year older on the 1st of March of other years. */
export function ageOn(date: CalendarDate, birth: CalendarDate): number {
  const years = Number(date.slice(0, 4)) - Number(birth.slice(0, 4));
  return date.slice(5) < birth.slice(5) ? years - 1 : years;
}
