import type { MatchRules } from "../../foundation/accounts/account.js";
import type { ConversionSearch } from "../conversions/conversion-search.js";
import { keysOfAppointment } from "./appointment-keys.js";
import { type Appointment, patientNameOf } from "./appointment.js";
import { conversionsBefore } from "./eligibility.js";

/** Returns searches that together find all conversions that may have led to an appointment, at every match level. */
export function searchesFor(appointment: Appointment, rules: MatchRules): readonly ConversionSearch[] {
  const window = conversionsBefore(appointment, rules);
  const name = patientNameOf(appointment);
  const date = typeof appointment.at === "string" ? appointment.at : rules.calendar.dateOf(appointment.at);
  return keysOfAppointment(appointment).flatMap((key): ConversionSearch[] => {
    if (key.kind === "name") return [{ key, name, scheduledDate: date, window }];
    if (key.kind !== "patient") return [{ key, name: null, scheduledDate: null, window }];
    return name.last === "" ? [] : [{ key, name: { ...name, first: "" }, scheduledDate: null, window }];
  });
}
