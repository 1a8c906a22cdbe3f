import type { Instant } from "../../foundation/kernel/instant.js";
import { type Conversion, conversionKinds, noAppointment } from "../conversions/conversion.js";
import { type Appointment, factsOf } from "./appointment.js";

// After a conversion is created, only the functions of this module change its `modifiedAt`.

/**
 * Links a conversion to an appointment. If the conversion is already linked, updates the values copied from the
 * appointment.
 */
export const linkAppointment = (conversion: Conversion, appointment: Appointment, now: Instant): Conversion => ({
  ...conversion,
  ...factsOf(appointment),
  modifiedAt: now,
});

/** Removes the link between a conversion and its deleted appointment. */
export const freeOfAppointment = (conversion: Conversion, now: Instant): Conversion => ({
  ...conversion,
  ...noAppointment,
  modifiedAt: now,
});

/** Sets whether a conversion is the last one before its appointment, and updates its `modifiedAt`. */
export const withNewOrder = (conversion: Conversion, closes: boolean, now: Instant): Conversion => ({
  ...conversion,
  closes,
  modifiedAt: now,
});

/**
 * Compares two conversions of an appointment by time. If the times are equal, calls come before submissions, then lower
 * ids come first.
 */
export const byTouch = (a: Conversion, b: Conversion): number =>
  a.at - b.at || conversionKinds.indexOf(a.kind) - conversionKinds.indexOf(b.kind) || a.id - b.id;

/** Returns the last conversion before an appointment. In reports, this conversion gets the credit for the appointment. */
export const closingOf = (conversions: readonly Conversion[]): Conversion | undefined =>
  conversions.reduce<Conversion | undefined>((last, one) => (last && byTouch(last, one) > 0 ? last : one), undefined);
