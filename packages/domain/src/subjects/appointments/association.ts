import type { Conversion } from "../conversions/conversion.js";
import { conversionKinds, noAppointment } from "../conversions/conversion.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { Appointment } from "./appointment.js";
import { factsOf } from "./appointment.js";

// This module contains all changes of a conversion's `modifiedAt` after its creation.

/** Links a conversion to an appointment, or updates the copied values of its appointment. */
export const linkAppointment = (conversion: Conversion, appointment: Appointment, now: Instant): Conversion => ({
  ...conversion,
  ...factsOf(appointment),
  modifiedAt: now,
});

/** Unlinks a conversion from its deleted appointment. */
export const freeOfAppointment = (conversion: Conversion, now: Instant): Conversion => ({
  ...conversion,
  ...noAppointment,
  modifiedAt: now,
});

/** Updates a conversion after another one was linked to its appointment, and sets whether it closes the appointment. */
export const withNewOrder = (conversion: Conversion, closes: boolean, now: Instant): Conversion => ({
  ...conversion,
  closes,
  modifiedAt: now,
});

/** Sorts the conversions of an appointment by time. For equal times, sorts calls first, then by id. */
export const byTouch = (a: Conversion, b: Conversion): number =>
  a.at - b.at || conversionKinds.indexOf(a.kind) - conversionKinds.indexOf(b.kind) || a.id - b.id;

/** Returns the last touch before an appointment, which closes it. All other touches assist. */
export const closingOf = (conversions: readonly Conversion[]): Conversion | undefined =>
  conversions.reduce<Conversion | undefined>((last, one) => (last && byTouch(last, one) > 0 ? last : one), undefined);
