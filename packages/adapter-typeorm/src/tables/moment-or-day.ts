import type { CalendarDate, MomentOrDay } from "@repute/domain";

/**
 * Returns a time as a number that can be compared with other times of the same `form`.
 * Form 0 is a moment in epoch milliseconds. Form 1 is a day, as the epoch milliseconds of midnight in UTC.
 */
export const comparable = (time: MomentOrDay): { readonly form: 0 | 1; readonly at: number } =>
  typeof time === "number" ? { form: 0, at: time } : { form: 1, at: dayNumberOf(time) };

/** Converts a day to the epoch milliseconds of midnight in UTC. */
export const dayNumberOf = (day: CalendarDate): number => Date.parse(day);

/** Converts a number from `dayNumberOf` back to a day. */
export const dayOfNumber = (number: number): CalendarDate =>
  new Date(number).toISOString().slice(0, 10) as CalendarDate;

const aDay = 86_400_000;

/** Returns the number of the UTC day that contains a time in epoch milliseconds. The result is never 0. */
export const bucketOf = (at: number): number => Math.floor(at / aDay) + 1_000_000;
