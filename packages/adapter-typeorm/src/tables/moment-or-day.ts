import type { CalendarDate, MomentOrDay } from "@repute/domain";

/**
 * Returns a sortable form of a time. Only times of the same `form` are comparable: moments (0), or days as UTC midnight
 * (1).
 */
export const comparable = (time: MomentOrDay): { readonly form: 0 | 1; readonly at: number } =>
  typeof time === "number" ? { form: 0, at: time } : { form: 1, at: dayNumberOf(time) };

/** Returns a day as the epoch milliseconds of its UTC midnight. */
export const dayNumberOf = (day: CalendarDate): number => Date.parse(day);

/** Returns the day of a number from `dayNumberOf`. */
export const dayOfNumber = (number: number): CalendarDate =>
  new Date(number).toISOString().slice(0, 10) as CalendarDate;

const aDay = 86_400_000;

/** Returns the UTC day number of a comparable time. The number is never 0. */
export const bucketOf = (at: number): number => Math.floor(at / aDay) + 1_000_000;
