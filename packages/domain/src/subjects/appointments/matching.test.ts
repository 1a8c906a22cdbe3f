import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { type EmailAddress, personName, type Phone } from "../../foundation/kernel/contact-details.js";
import { type CalendarDate, hour, minute, plus, second } from "../../foundation/kernel/times.js";
import { arbitraryAppointment, arbitraryConversion } from "../../testing/arbitraries.js";
import { aConversion, anAppointment, at, matchRules } from "../../testing/builders.js";
import { type Conversion, findsConversion } from "../conversions/conversion.js";
import type { Appointment } from "./appointment.js";
import { finds, matchLevels, searchAt, searchesFor } from "./matching.js";

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

const submission = (facts: Partial<Conversion> = {}) =>
  aConversion({ kind: "submission", type: "Online", prospectName: personName("Cal Reed"), ...facts });
const named = (name: string) => ({ prospectName: personName(name) });
const email = (text: string) => ({ prospectEmail: text as EmailAddress });

describe("the match level of a submission", () => {
  it.each<readonly [string, number, Partial<Conversion>, Partial<Appointment>]>([
    ["by number and name", 1, {}, {}],
    ["by number and a first name that begins with the other", 1, named("C. Reed"), {}],
    ["by number and last name without a first name", 1, named("Reed"), {}],
    ["by any of the patient's numbers and the name", 1, {}, { phones: [other, "+18015550142" as Phone] }],
    ["by email address and name", 2, { phone: other, ...email("cal.reed@example.com") }, {}],
    ["by record number and last name", 3, { phone: other, prospectId: "MRN-5", ...named("Bo Reed") }, {}],
    ["by number alone, with another name", 4, named("Bo Tran"), {}],
    ["by number alone, without the patient's name", 4, {}, { patientName: null }],
    ["by email address alone", 5, { phone: null, ...named("Bo Tran"), ...email("cal.reed@example.com") }, {}],
    ["by name and requested day", 6, { phone: other, scheduledDate: date("2026-03-05") }, {}],
    ["with another number", 0, { phone: other }, {}],
    ["without a number on either side", 0, { phone: null }, { phones: [] }],
    ["by record number with another last name", 0, { phone: other, prospectId: "MRN-5", ...named("Cal Tran") }, {}],
    ["by record number without a name", 0, { phone: other, prospectId: "MRN-5" }, { patientName: null }],
    ["by name with another day", 0, { phone: other, scheduledDate: date("2026-03-06") }, {}],
    [
      "by requested day with another first name",
      0,
      { phone: other, scheduledDate: date("2026-03-05"), ...named("Bo Reed") },
      {},
    ],
  ])("%s is %i", (_, level, facts, known) => {
    expect(levelOf(submission(facts), anAppointment(known))).toBe(level);
  });

  it("uses the local day of the appointment, not the UTC day", () => {
    const late = anAppointment({ at: at("2026-03-06T02:00:00Z") });
    const facts = submission({ phone: other, scheduledDate: date("2026-03-05") });
    expect(levelOf(facts, late, matchRules("America/Denver"))).toBe(6);
    expect(levelOf(facts, late)).toBe(0);
    expect(levelOf(facts, anAppointment({ at: date("2026-03-05") }), matchRules("America/Denver"))).toBe(6);
  });
});

describe("a call", () => {
  it("matches only by its number", () => {
    expect(levelOf(aConversion(), anAppointment())).toBe(4);
    expect(levelOf(aConversion({ phone: null }), anAppointment())).toBe(0);
    expect(levelOf(aConversion({ phone: other }), anAppointment())).toBe(0);
  });
});

describe("the time limits of matching", () => {
  const called = at("2026-03-02T16:00:00Z");
  const leads = (known: Partial<Appointment>, rules = matchRules("America/Denver", 90), when = called) =>
    levelOf(aConversion({ at: when }), anAppointment(known), rules) === 4;

  it("allow an appointment at or after the conversion", () => {
    expect(leads({ at: called })).toBe(true);
    expect(leads({ at: plus(called, -second) })).toBe(false);
  });

  it("allow an appointment without a time on the conversion's local day", () => {
    expect(leads({ at: date("2026-03-02") })).toBe(true);
    expect(leads({ at: date("2026-03-01") })).toBe(false);
    // 23:30 in Denver is the next day in UTC.
    const late = at("2026-03-03T06:30:00Z");
    expect(leads({ at: date("2026-03-02") }, undefined, late)).toBe(true);
    expect(leads({ at: date("2026-03-02") }, matchRules("UTC"), late)).toBe(false);
  });

  it("allow a booking at most an hour before the conversion", () => {
    const later = at("2026-03-20T15:00:00Z");
    expect(leads({ at: later, bookedAt: plus(called, -60 * minute) })).toBe(true);
    expect(leads({ at: later, bookedAt: plus(called, -60 * minute - second) })).toBe(false);
    expect(leads({ at: later, bookedAt: plus(called, hour) })).toBe(true);
  });

  it("allow a booking without a time on the conversion's local day or later", () => {
    const later = at("2026-03-20T15:00:00Z");
    expect(leads({ at: later, bookedAt: date("2026-03-02") })).toBe(true);
    expect(leads({ at: later, bookedAt: date("2026-03-01") })).toBe(false);
    // Half an hour after the booking day: a date without a time has no extra hour.
    const next = at("2026-03-03T07:30:00Z");
    expect(leads({ at: later, bookedAt: date("2026-03-02") }, undefined, next)).toBe(false);
  });

  it("allow a booking within the account's window, for any appointment date", () => {
    const nextYear = at("2027-03-01T15:00:00Z");
    expect(leads({ at: nextYear, bookedAt: at("2026-05-31T16:00:00Z") })).toBe(true);
    expect(leads({ at: nextYear, bookedAt: at("2026-05-31T16:00:01Z") })).toBe(false);
    expect(leads({ at: nextYear, bookedAt: date("2026-05-30") })).toBe(true);
    expect(leads({ at: nextYear, bookedAt: date("2026-05-31") })).toBe(false);
  });

  it("apply the account's window to the appointment if the booking is unknown", () => {
    expect(leads({ at: at("2026-05-31T16:00:00Z") })).toBe(true);
    expect(leads({ at: at("2026-05-31T16:00:01Z") })).toBe(false);
    expect(leads({ at: date("2026-05-30") })).toBe(true);
    expect(leads({ at: date("2026-05-31") })).toBe(false);
    expect(leads({ at: at("2026-03-03T16:00:00Z") }, matchRules("UTC", 1))).toBe(true);
    expect(leads({ at: at("2026-03-03T16:00:01Z") }, matchRules("UTC", 1))).toBe(false);
  });

  it("count elapsed hours across a clock change", () => {
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
