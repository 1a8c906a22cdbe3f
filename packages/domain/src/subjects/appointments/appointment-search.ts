import type { MatchRules } from "../../foundation/accounts/account.js";
import { namesAgree, type PersonName } from "../../foundation/kernel/person-name.js";
import type { Conversion } from "../conversions/conversion.js";
import { keyOfConversion, type MatchKey, type MatchKeyKind } from "../conversions/match-key.js";
import { keysOfAppointment } from "./appointment-keys.js";
import { type Appointment, patientNameOf } from "./appointment.js";
import { appointmentsAfter, isBeforeEnd, isDuring, onDay, type Times } from "./eligibility.js";

/** Query by one match key that finds appointments that may result from a conversion. */
export type AppointmentSearch = {
  readonly key: MatchKey;
  /** Patient's name to search for. An empty first name matches every first name. `null` matches every name. */
  readonly name: PersonName | null;
  readonly starts: Times;
  /**
   * Range of booking times. If the booking time is unknown, the appointment must start before the end of this range.
   */
  readonly bookings: Times;
};

type Level = { readonly key: MatchKeyKind; readonly names?: "agree" | "last"; readonly asScheduled?: true };

/** Match levels, best first. A match at an earlier level wins over all matches at later levels. */
export const matchLevels: readonly Level[] = [
  { key: "phone", names: "agree" },
  { key: "email", names: "agree" },
  { key: "patient", names: "last" },
  { key: "phone" },
  { key: "email" },
  { key: "name", names: "agree", asScheduled: true },
];

/**
 * Returns a conversion's search at one match level. Returns `undefined` if the conversion lacks the required data. For
 * example, a call has only a phone number.
 */
export function searchAt(level: Level, conversion: Conversion, rules: MatchRules): AppointmentSearch | undefined {
  const key = keyOfConversion(conversion, level.key);
  const name = level.names ? nameAt(level.names, conversion) : null;
  if (!key || name === undefined) return undefined;
  const { starts, bookings } = appointmentsAfter(conversion.at, rules);
  if (!level.asScheduled) return { key, name, starts, bookings };
  const { scheduledDate } = conversion;
  return scheduledDate === null
    ? undefined
    : { key, name, starts: onDay(starts, scheduledDate, rules.calendar), bookings };
}

function nameAt(names: "agree" | "last", { prospectName }: Conversion): PersonName | undefined {
  if (!prospectName || prospectName.last === "") return undefined;
  return names === "agree" ? prospectName : { first: "", last: prospectName.last };
}

export function finds({ key, name, starts, bookings }: AppointmentSearch, appointment: Appointment): boolean {
  const { at, bookedAt } = appointment;
  return (
    keysOfAppointment(appointment).some(({ kind, value }) => kind === key.kind && value === key.value) &&
    (name === null || namesAgree(name, patientNameOf(appointment))) &&
    isDuring(starts, at) &&
    (bookedAt === null ? isBeforeEnd(bookings, at) : isDuring(bookings, bookedAt))
  );
}
