import fc from "fast-check";
import type { CalendarDate } from "../foundation/kernel/calendar-date.js";
import type { EmailAddress } from "../foundation/kernel/email.js";
import { hour, minute } from "../foundation/kernel/instant.js";
import { personName } from "../foundation/kernel/person-name.js";
import type { Phone } from "../foundation/kernel/phone.js";
import type { Appointment } from "../subjects/appointments/appointment.js";
import type { Conversion } from "../subjects/conversions/conversion.js";
import { anAppointment } from "./attribution-builders.js";
import { at } from "./builders.js";
import { aConversion } from "./conversion-builders.js";

// Use few distinct values, so that generated records often match.
const phone = fc.constantFrom("+18015550101", "+18015550102", "+18015550103") as fc.Arbitrary<Phone>;
const email = fc.constantFrom("cal@example.com", "bo@example.com", "front@desk.example") as fc.Arbitrary<EmailAddress>;
const patient = fc.constantFrom("MRN-1", "MRN-2");
const name = fc.constantFrom("Cal Reed", "C. Reed", "Reed", "Bo Reed", "Bo van Dyke", "Dr. Dyke, Bo");
const day = fc.constantFrom(
  "2026-03-07",
  "2026-03-08",
  "2026-03-09",
  "2026-03-10",
  "2026-06-05",
) as fc.Arbitrary<CalendarDate>;

/** Generates times around a clock change in Denver. Some times are on the hour, and some are 90 days later. */
const moment = fc
  .tuple(fc.integer({ min: -30, max: 80 }), fc.constantFrom(0, 0, 30, 59), fc.constantFrom(0, 0, 0, 90))
  .map(([hours, minutes, days]) => (at("2026-03-08") + days * 24 * hour + hours * hour + minutes * minute) as never);

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 3 });

/** Generates an appointment with the given id. */
export const arbitraryAppointment = (id: number): fc.Arbitrary<Appointment> =>
  fc
    .record({
      at: fc.oneof(moment, day),
      bookedAt: maybe(fc.oneof(moment, day)),
      patientId: maybe(patient),
      patientName: maybe(name),
      phones: fc.uniqueArray(phone, { maxLength: 2 }),
      email: maybe(email),
    })
    .map((found) => anAppointment({ ...found, id: id as never, locationId: null, providerId: null }));

/** Generates a call or a submission with the given id and without an appointment. */
export const arbitraryConversion = (id: number): fc.Arbitrary<Conversion> =>
  fc.boolean().chain((isCall) => {
    const known = { at: moment, phone: maybe(phone) };
    const made = isCall
      ? fc.record({ ...known, kind: fc.constant("call") })
      : fc.record({
          ...{ ...known, kind: fc.constant("submission"), type: fc.constant("Online") },
          prospectName: name.map(personName),
          prospectEmail: maybe(email),
          prospectId: maybe(patient),
          scheduledDate: maybe(day),
        });
    return made.map((found) => aConversion({ ...(found as Partial<Conversion>), id: id as never, campaignId: null }));
  });
