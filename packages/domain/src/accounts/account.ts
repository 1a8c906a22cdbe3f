import type { Cents } from "../kernel/cents.js";
import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { TimeZone } from "../kernel/time-zone.js";
import { utc } from "../kernel/time-zone.js";

/** A practice whose data is kept apart from everybody else's. */
export type Account = {
  readonly id: AccountId;
  /** What operators call it: lower-case letters, digits and hyphens, unique. */
  readonly key: string;
  readonly name: string;
  readonly createdAt: Instant;
  /** A disabled account refuses every credential. */
  readonly disabled: boolean;
};

/** What the account's rules read. */
export type AccountSettings = {
  readonly timeZone: TimeZone;
  /** ISO 4217. */
  readonly currency: string;
  /** How many days after a conversion an appointment may still be its result. */
  readonly matchWindowDays: number;
  readonly valueNewPatient: Cents;
  readonly valueExistingPatient: Cents;
  /** Imports are watched, invites are never sent. */
  readonly monitoringOnly: boolean;
};

/** What an account starts with. */
export const defaultSettings: AccountSettings = {
  timeZone: utc,
  currency: "USD",
  matchWindowDays: 90,
  valueNewPatient: 0 as Cents,
  valueExistingPatient: 0 as Cents,
  monitoringOnly: false,
};
