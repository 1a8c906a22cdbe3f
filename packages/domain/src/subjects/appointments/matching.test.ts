import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { searchesFor } from "./searches-for.js";
import type { Conversion } from "../conversions/conversion.js";
import { findsConversion } from "../conversions/conversion-search.js";
import type { CalendarDate } from "../../foundation/kernel/calendar-date.js";
import type { EmailAddress } from "../../foundation/kernel/email.js";
import { hour, minute, plus, second } from "../../foundation/kernel/instant.js";
import { personName } from "../../foundation/kernel/person-name.js";
import type { Phone } from "../../foundation/kernel/phone.js";
import { arbitraryAppointment, arbitraryConversion } from "../../testing/attribution-arbitraries.js";
import { anAppointment, matchRules } from "../../testing/attribution-builders.js";
import { at } from "../../testing/builders.js";
import { aConversion } from "../../testing/conversion-builders.js";
import type { Appointment } from "./appointment.js";
import { finds, matchLevels, searchAt } from "./appointment-search.js";

const other = "+18015550199" as Phone;
const date = (text: string) => text as CalendarDate;

/** Returns the 1-based level at which a conversion finds an appointment, or 0. */
function levelOf(conversion: Conversion, appointment: Appointment, rules = matchRules()): number {
  const found = matchLevels.findIndex((level) => {
    const search = searchAt(level, conversion, rules);
    return search !== undefined && finds(search, appointment);
  });
  return found + 1;
}

const submission = (said: Partial<Conversion> = {}) =>
  aConversion({ kind: "submission", type: "Online", prospectName: personName("Cal Reed"), ...said });
const named = (name: string) => ({ prospectName: personName(name) });
const email = (text: string) => ({ prospectEmail: text as EmailAddress });

describe("a submission matches an appointment", () => {
  it.each<readonly [string, number, Partial<Conversion>, Partial<Appointment>]>([
    ["by number and name", 1, {}, {}],
    ["by number and a first name that begins with the other", 1, named("C. Reed"), {}],
    ["by number and last name, where the first is not known", 1, named("Reed"), {}],
    ["by any of the patient's numbers and the name", 1, {}, { phones: [other, "+18015550142" as Phone] }],
    ["by e-mail and name", 2, { phone: other, ...email("cal.reed@example.com") }, {}],
    ["by record number and last name", 3, { phone: other, prospectId: "MRN-5", ...named("Bo Reed") }, {}],
    ["by number alone, whatever the name", 4, named("Bo Tran"), {}],
    ["by number alone, where the patient's name is not known", 4, {}, { patientName: null }],
    ["by e-mail alone", 5, { phone: null, ...named("Bo Tran"), ...email("cal.reed@example.com") }, {}],
    ["by name and the day that was asked for", 6, { phone: other, scheduledDate: date("2026-03-05") }, {}],
    ["by none of these: another number", 0, { phone: other }, {}],
    ["by none of these: no number on either side", 0, { phone: null }, { phones: [] }],
    [
      "by none of these: the record number with another last name",
      0,
      { phone: other, prospectId: "MRN-5", ...named("Cal Tran") },
      {},
    ],
    [
      "by none of these: the record number without a name",
      0,
      { phone: other, prospectId: "MRN-5" },
      { patientName: null },
    ],
    ["by none of these: the name, and another day", 0, { phone: other, scheduledDate: date("2026-03-06") }, {}],
    [
      "by none of these: the day, and another first name",
      0,
      { phone: other, scheduledDate: date("2026-03-05"), ...named("Bo Reed") },
      {},
    ],
  ])("%s", (_, level, said, known) => {
    expect(levelOf(submission(said), anAppointment(known))).toBe(level);
  });

  it("on the local day of the appointment, not the UTC day", () => {
    const late = anAppointment({ at: at("2026-03-06T02:00:00Z") });
    const said = submission({ phone: other, scheduledDate: date("2026-03-05") });
    expect(levelOf(said, late, matchRules("America/Denver"))).toBe(6);
    expect(levelOf(said, late)).toBe(0);
    expect(levelOf(said, anAppointment({ at: date("2026-03-05") }), matchRules("America/Denver"))).toBe(6);
  });
});

describe("a call", () => {
  it("matches only by its number", () => {
    expect(levelOf(aConversion(), anAppointment())).toBe(4);
    expect(levelOf(aConversion({ phone: null }), anAppointment())).toBe(0);
    expect(levelOf(aConversion({ phone: other }), anAppointment())).toBe(0);
  });
});

describe("a conversion may have led to an appointment", () => {
  const called = at("2026-03-02T16:00:00Z");
  const leads = (known: Partial<Appointment>, rules = matchRules("America/Denver", 90), when = called) =>
    levelOf(aConversion({ at: when }), anAppointment(known), rules) === 4;

  it("that is not before it", () => {
    expect(leads({ at: called })).toBe(true);
    expect(leads({ at: plus(called, -second) })).toBe(false);
  });

  it("on its own local day, if the appointment has no time", () => {
    expect(leads({ at: date("2026-03-02") })).toBe(true);
    expect(leads({ at: date("2026-03-01") })).toBe(false);
    // 23:30 in Denver is the next day in UTC.
    const late = at("2026-03-03T06:30:00Z");
    expect(leads({ at: date("2026-03-02") }, undefined, late)).toBe(true);
    expect(leads({ at: date("2026-03-02") }, matchRules("UTC"), late)).toBe(false);
  });

  it("that was booked at most an hour before it", () => {
    const later = at("2026-03-20T15:00:00Z");
    expect(leads({ at: later, bookedAt: plus(called, -60 * minute) })).toBe(true);
    expect(leads({ at: later, bookedAt: plus(called, -60 * minute - second) })).toBe(false);
    expect(leads({ at: later, bookedAt: plus(called, hour) })).toBe(true);
  });

  it("that was booked on its local day or later, if the booking has no time", () => {
    const later = at("2026-03-20T15:00:00Z");
    expect(leads({ at: later, bookedAt: date("2026-03-02") })).toBe(true);
    expect(leads({ at: later, bookedAt: date("2026-03-01") })).toBe(false);
    // Half an hour after the booking day: a date without a time has no extra hour.
    const next = at("2026-03-03T07:30:00Z");
    expect(leads({ at: later, bookedAt: date("2026-03-02") }, undefined, next)).toBe(false);
  });

  it("that was booked within the account's window, whatever its date", () => {
    const nextYear = at("2027-03-01T15:00:00Z");
    expect(leads({ at: nextYear, bookedAt: at("2026-05-31T16:00:00Z") })).toBe(true);
    expect(leads({ at: nextYear, bookedAt: at("2026-05-31T16:00:01Z") })).toBe(false);
    expect(leads({ at: nextYear, bookedAt: date("2026-05-30") })).toBe(true);
    expect(leads({ at: nextYear, bookedAt: date("2026-05-31") })).toBe(false);
  });

  it("that takes place within the account's window, if the booking is unknown", () => {
    expect(leads({ at: at("2026-05-31T16:00:00Z") })).toBe(true);
    expect(leads({ at: at("2026-05-31T16:00:01Z") })).toBe(false);
    expect(leads({ at: date("2026-05-30") })).toBe(true);
    expect(leads({ at: date("2026-05-31") })).toBe(false);
    expect(leads({ at: at("2026-03-03T16:00:00Z") }, matchRules("UTC", 1))).toBe(true);
    expect(leads({ at: at("2026-03-03T16:00:01Z") }, matchRules("UTC", 1))).toBe(false);
  });

  it("counts elapsed hours across a clock change", () => {
    // On March 8 the clocks in Denver go forward, so there are 23 hours from noon to noon.
    const noon = at("2026-03-07T19:00:00Z");
    expect(leads({ at: at("2026-03-08T19:00:00Z") }, matchRules("America/Denver", 1), noon)).toBe(true);
    expect(leads({ at: at("2026-03-08T19:00:01Z") }, matchRules("America/Denver", 1), noon)).toBe(false);
  });
});

describe("the two search directions", () => {
  it("find the same pairs of conversions and appointments", () => {
    fc.assert(
      fc.property(
        arbitraryConversion(1),
        arbitraryAppointment(1),
        fc.constantFrom("UTC", "America/Denver", "Pacific/Kiritimati"),
        fc.constantFrom(1, 2, 90),
        (conversion, appointment, zone, days) => {
          const rules = matchRules(zone, days);
          const isFound = searchesFor(appointment, rules).some((search) => findsConversion(search, conversion));
          expect(isFound).toBe(levelOf(conversion, appointment, rules) > 0);
        },
      ),
      { numRuns: 3_000 },
    );
  });
});
