import type { CalendarDate, MomentOrDay } from "@repute/domain";

/** A time as it is compared within its form: a moment by itself, a day by its first moment in UTC. */
export const comparable = (time: MomentOrDay): { readonly form: 0 | 1; readonly at: number } =>
  typeof time === "number" ? { form: 0, at: time } : { form: 1, at: dayNumberOf(time) };

/** A day as a number that grows with it. */
export const dayNumberOf = (day: CalendarDate): number => Date.parse(day);

/** The day that a number stands for. */
export const dayOfNumber = (number: number): CalendarDate =>
  new Date(number).toISOString().slice(0, 10) as CalendarDate;

const aDay = 86_400_000;

/** The day in UTC on which a comparable time falls, as a number that is never 0. */
export const bucketOf = (at: number): number => Math.floor(at / aDay) + 1_000_000;
