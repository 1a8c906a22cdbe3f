import type { CalendarDate, Instant } from "@repute/domain";

/** The day of the calendar on which a moment falls somewhere. */
export const localDay = (instant: Instant, timeZone: string): CalendarDate =>
  // This locale writes dates as YYYY-MM-DD.
  new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(instant) as CalendarDate;
