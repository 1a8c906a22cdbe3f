import type { Conversion } from "../conversions/conversion.js";
import { conversionKinds } from "../conversions/conversion.js";
import type { Instant } from "../kernel/instant.js";
import type { Appointment } from "./appointment.js";
import { factsOf } from "./appointment.js";

/** Linking fills what a conversion says of its appointment, and moves its time of change. */
export const linkAppointment = (conversion: Conversion, appointment: Appointment, now: Instant): Conversion => ({
  ...conversion,
  ...factsOf(appointment),
  modifiedAt: now,
});

/** The order of the conversions of one appointment: by when they occurred, then by their ids, calls first. */
export const byTouch = (a: Conversion, b: Conversion): number =>
  a.at - b.at || conversionKinds.indexOf(a.kind) - conversionKinds.indexOf(b.kind) || a.id - b.id;

/** The last touch before an appointment: it gets the appointment, all others assist. */
export const closingOf = (conversions: readonly Conversion[]): Conversion | undefined =>
  conversions.reduce<Conversion | undefined>((last, one) => (last && byTouch(last, one) > 0 ? last : one), undefined);
