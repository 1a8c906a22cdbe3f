import type { Conversion } from "../conversions/conversion.js";
import type { CalendarDate } from "../kernel/calendar-date.js";
import type { PersonName } from "../kernel/person-name.js";
import { namesAgree } from "../kernel/person-name.js";
import type { Window } from "../kernel/window.js";
import type { Appointment } from "./appointment.js";
import { patientNameOf } from "./appointment.js";
import type { MatchRules } from "./eligibility.js";
import { conversionsBefore } from "./eligibility.js";
import type { MatchKey } from "./match-key.js";
import { keyOfConversion, keysOfAppointment } from "./match-key.js";

/** Which conversions may have led to an appointment, by one way of knowing its patient. */
export type ConversionSearch = {
  readonly key: MatchKey;
  /** Names that agree with this one; an empty first name agrees with every other. All names when `null`. */
  readonly name: PersonName | null;
  /** The day that was asked for; any or none when `null`. */
  readonly scheduledDate: CalendarDate | null;
  readonly window: Required<Window>;
};

/** The searches that, together, find every conversion which may have led to an appointment, at whatever level. */
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

/** Whether a search finds a conversion. */
export function findsConversion(search: ConversionSearch, conversion: Conversion): boolean {
  const { key, name, scheduledDate, window } = search;
  return (
    keyOfConversion(conversion, key.kind)?.value === key.value &&
    (name === null || (conversion.prospectName !== null && namesAgree(name, conversion.prospectName))) &&
    (scheduledDate === null || conversion.scheduledDate === scheduledDate) &&
    conversion.at >= window.from &&
    conversion.at < window.to
  );
}
