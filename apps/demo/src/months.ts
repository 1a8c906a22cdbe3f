import type { CalendarDate } from "@repute/domain";

/** Returns the month `back` months before the month of `day`. Months are numbered from 1. */
export function monthBefore(day: CalendarDate, back: number): { readonly year: number; readonly month: number } {
  const [year = 0, month = 1] = day.split("-").map(Number);
  const count = year * 12 + (month - 1) - back;
  return { year: Math.floor(count / 12), month: (count % 12) + 1 };
}

/** Returns the first and the last day of a month as `YYYY-MM-DD`. */
export function daysOf({ year, month }: ReturnType<typeof monthBefore>): readonly [first: string, last: string] {
  const dayOf = (day: number) => new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
  return [dayOf(1), new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)];
}
