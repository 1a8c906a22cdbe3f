import type { LocalCalendar } from "../kernel/local-calendar.js";

/** An account's rules for matching conversions to appointments. */
export type MatchRules = {
  readonly calendar: LocalCalendar;
  /** Maximum number of days from a conversion to the day an appointment was made or took place. */
  readonly windowDays: number;
};
