import type { LocalCalendar } from "../kernel/local-calendar.js";

/** What an account says of which conversions may have led to which appointments. */
export type MatchRules = {
  readonly calendar: LocalCalendar;
  /** How long before an appointment was made, or took place, what led to it may have happened. */
  readonly windowDays: number;
};
