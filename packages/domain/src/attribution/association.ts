import type { Conversion } from "../conversions/conversion.js";
import { conversionKinds, noAppointment } from "../conversions/conversion.js";
import type { Instant } from "../kernel/instant.js";
import type { Appointment } from "./appointment.js";
import { factsOf } from "./appointment.js";

// Everything that moves a conversion's `modifiedAt` once it was recorded stands here; nothing else does.

/** It is linked to an appointment, or what it says of its appointment was corrected there. */
export const linkAppointment = (conversion: Conversion, appointment: Appointment, now: Instant): Conversion => ({
  ...conversion,
  ...factsOf(appointment),
  modifiedAt: now,
});

/** Its appointment was taken out: it says nothing of one any more, until it finds another. */
export const freeOfAppointment = (conversion: Conversion, now: Instant): Conversion => ({
  ...conversion,
  ...noAppointment,
  modifiedAt: now,
});

/** Another conversion was linked to its appointment, which may close it instead. */
export const withNewOrder = (conversion: Conversion, closes: boolean, now: Instant): Conversion => ({
  ...conversion,
  closes,
  modifiedAt: now,
});

/** The order of the conversions of one appointment: by when they occurred, then by their ids, calls first. */
export const byTouch = (a: Conversion, b: Conversion): number =>
  a.at - b.at || conversionKinds.indexOf(a.kind) - conversionKinds.indexOf(b.kind) || a.id - b.id;

/** The last touch before an appointment: it gets the appointment, all others assist. */
export const closingOf = (conversions: readonly Conversion[]): Conversion | undefined =>
  conversions.reduce<Conversion | undefined>((last, one) => (last && byTouch(last, one) > 0 ? last : one), undefined);
