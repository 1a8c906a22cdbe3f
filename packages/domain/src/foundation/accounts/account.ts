import type { Cents } from "../kernel/cents.js";
import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { TimeZone } from "../kernel/time-zone.js";
import { utc } from "../kernel/time-zone.js";

/** Tenant: a practice with separate data. */
export type Account = {
  readonly id: AccountId;
  /** Unique name for operators: lowercase letters, digits and hyphens. */
  readonly key: string;
  readonly name: string;
  readonly createdAt: Instant;
  /** Rejects all credentials of the account. */
  readonly disabled: boolean;
};

/** Settings of an account's rules. */
export type AccountSettings = {
  readonly timeZone: TimeZone;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Maximum number of days from a conversion to an appointment that it may have led to. */
  readonly matchWindowDays: number;
  readonly valueNewPatient: Cents;
  readonly valueExistingPatient: Cents;
  /** Imports are processed, but invites are never sent. */
  readonly monitoringOnly: boolean;
};

/** Settings of a new account. */
export const defaultSettings: AccountSettings = {
  timeZone: utc,
  currency: "USD",
  matchWindowDays: 90,
  valueNewPatient: 0 as Cents,
  valueExistingPatient: 0 as Cents,
  monitoringOnly: false,
};
