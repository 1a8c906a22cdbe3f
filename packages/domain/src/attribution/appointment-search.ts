import type { MatchRules } from "../accounts/match-rules.js";
import type { Conversion } from "../conversions/conversion.js";
import type { MatchKey, MatchKeyKind } from "../conversions/match-key.js";
import { keyOfConversion } from "../conversions/match-key.js";
import type { PersonName } from "../kernel/person-name.js";
import { namesAgree } from "../kernel/person-name.js";
import type { Appointment } from "./appointment.js";
import { patientNameOf } from "./appointment.js";
import { keysOfAppointment } from "./appointment-keys.js";
import type { Times } from "./eligibility.js";
import { appointmentsAfter, isBeforeEnd, isDuring, onDay } from "./eligibility.js";

/** Which appointments a conversion may have led to, by one way of knowing its patient. */
export type AppointmentSearch = {
  readonly key: MatchKey;
  /** Names that agree with this one; an empty first name agrees with every other. All names when `null`. */
  readonly name: PersonName | null;
  readonly starts: Times;
  /** When it was booked; one of which that is not known starts before these end. */
  readonly bookings: Times;
};

type Level = { readonly key: MatchKeyKind; readonly names?: "agree" | "last"; readonly asScheduled?: true };

/** How well the patient is known, the better ones first: an appointment of one level is preferred to any of a later one. */
export const matchLevels: readonly Level[] = [
  { key: "phone", names: "agree" },
  { key: "email", names: "agree" },
  { key: "patient", names: "last" },
  { key: "phone" },
  { key: "email" },
  { key: "name", names: "agree", asScheduled: true },
];

/** What a conversion looks for at one level; `undefined` where it says too little of itself. A call has a number alone. */
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

/** Whether a search finds an appointment. */
export function finds({ key, name, starts, bookings }: AppointmentSearch, appointment: Appointment): boolean {
  const { at, bookedAt } = appointment;
  return (
    keysOfAppointment(appointment).some(({ kind, value }) => kind === key.kind && value === key.value) &&
    (name === null || namesAgree(name, patientNameOf(appointment))) &&
    isDuring(starts, at) &&
    (bookedAt === null ? isBeforeEnd(bookings, at) : isDuring(bookings, bookedAt))
  );
}
