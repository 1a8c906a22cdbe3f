import type { LocalCalendar } from "../kernel/local-calendar.js";

/** Rules of an account for matching conversions to appointments. */
export type MatchRules = {
  readonly calendar: LocalCalendar;
  /** Maximum number of days from a conversion to the day on which an appointment was made or took place. */
  readonly windowDays: number;
};
