import { flag, money, optional, parsed, wholeFrom } from "../kernel/line-fields.js";
import type { Shaped } from "../kernel/line-shape.js";
import { parseTimeZone } from "../kernel/time-zone.js";
import type { AccountSettings } from "./account.js";

/** Shape of the `account` line of a bundle. Its values are merged into the account's settings. */
export const accountLine = {
  time_zone: optional(parsed("an IANA time zone such as America/Denver", parseTimeZone)),
  currency: optional(parsed("an ISO 4217 code such as USD", (code) => (/^[A-Z]{3}$/.test(code) ? code : null))),
  match_window_days: optional(wholeFrom(1, 365)),
  value_new_patient: optional(money),
  value_existing_patient: optional(money),
  monitoring_only: optional(flag),
};

export type AccountLine = Shaped<typeof accountLine>;

/** Merges the values of an `account` line into the settings. Absent keys leave their settings unchanged. */
export function mergeSettings(settings: AccountSettings, line: AccountLine): AccountSettings {
  return {
    timeZone: line.time_zone ?? settings.timeZone,
    currency: line.currency ?? settings.currency,
    matchWindowDays: line.match_window_days ?? settings.matchWindowDays,
    valueNewPatient: line.value_new_patient ?? settings.valueNewPatient,
    valueExistingPatient: line.value_existing_patient ?? settings.valueExistingPatient,
    monitoringOnly: line.monitoring_only ?? settings.monitoringOnly,
  };
}
