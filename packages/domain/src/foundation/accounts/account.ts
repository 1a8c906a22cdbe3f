import type { Cents } from "../kernel/cents.js";
import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { LocalCalendar } from "../kernel/local-calendar.js";
import { type TimeZone, utc } from "../kernel/time-zone.js";

/** A tenant: one practice, with data separate from all other accounts. */
export type Account = {
  readonly id: AccountId;
  /** Unique name for operators. Consists of lowercase letters, digits and hyphens. */
  readonly key: string;
  readonly name: string;
  readonly createdAt: Instant;
  /** True if all credentials of the account are rejected. */
  readonly disabled: boolean;
};

export type AccountSettings = {
  readonly timeZone: TimeZone;
  /** ISO 4217 currency code, such as `USD`. */
  readonly currency: string;
  /** Maximum number of days from a conversion to an appointment for the two to be matched. */
  readonly matchWindowDays: number;
  readonly valueNewPatient: Cents;
  readonly valueExistingPatient: Cents;
  /** True if imports are processed but invites are never sent. */
  readonly monitoringOnly: boolean;
};

/** Settings of a newly created account. */
export const defaultSettings: AccountSettings = {
  timeZone: utc,
  currency: "USD",
  matchWindowDays: 90,
  valueNewPatient: 0 as Cents,
  valueExistingPatient: 0 as Cents,
  monitoringOnly: false,
};

/** Rules of an account for matching conversions to appointments. */
export type MatchRules = {
  readonly calendar: LocalCalendar;
  /** Maximum number of days from a conversion to the day on which an appointment was made or took place. */
  readonly windowDays: number;
};
