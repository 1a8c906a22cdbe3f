import type { CalendarDate } from "../foundation/kernel/calendar-date.js";
import type { Cents } from "../foundation/kernel/cents.js";
import type { EmailAddress } from "../foundation/kernel/email.js";
import type { AppointmentId, SubmissionId } from "../foundation/kernel/ids.js";
import { localCalendar } from "../foundation/kernel/local-calendar.js";
import type { Phone } from "../foundation/kernel/phone.js";
import type { TimeZone } from "../foundation/kernel/time-zone.js";
import { matchLevels, searchAt } from "../subjects/appointments/appointment-search.js";
import type { Appointment } from "../subjects/appointments/appointment.js";
import { searchesFor } from "../subjects/appointments/searches-for.js";
import { conversionFromSubmission, type Submission } from "../subjects/submissions/submission.js";
import { at, locationId, providerId } from "./builders.js";

export const anAppointment = (overrides: Partial<Appointment> = {}): Appointment => ({
  id: 77 as AppointmentId,
  at: at("2026-03-05T15:00:00Z"),
  bookedAt: null,
  patientId: "MRN-5",
  patientName: "Cal Reed",
  dateOfBirth: null,
  phones: ["+18015550142" as Phone],
  email: "cal.reed@example.com" as EmailAddress,
  locationId: locationId(1),
  providerId: providerId(10),
  revenue: 12_500 as Cents,
  source: null,
  status: null,
  statusAt: null,
  ...overrides,
});

export const aSubmission = (overrides: Partial<Submission> = {}): Submission => ({
  id: 950 as SubmissionId,
  at: at("2026-03-02T16:00:00Z"),
  scctParameter: "spring-1",
  phoneNumber: "(801) 555-0142",
  phone: "+18015550142" as Phone,
  type: "Online",
  patientName: "Cal Reed",
  patientId: null,
  scheduledDate: null,
  email: "cal.reed@example.com",
  street: null,
  secondaryStreet: null,
  city: null,
  state: null,
  postal: null,
  isTest: false,
  ...overrides,
});

/** Creates match rules for a time zone and a match window in days. */
export const matchRules = (zone = "UTC", windowDays = 90) => ({
  calendar: localCalendar(zone as TimeZone),
  windowDays,
});

const aProspect = conversionFromSubmission(
  aSubmission({ patientId: "MRN-5", scheduledDate: "2026-03-05" as CalendarDate }),
  null,
  true,
  at("2026-03-02"),
);

/** Queries with every match key: for the appointments of a submission, and for the conversions of an appointment. */
export const attributionSearches = {
  appointments: matchLevels.flatMap((level) => searchAt(level, aProspect, matchRules()) ?? []),
  conversions: searchesFor(anAppointment(), matchRules()),
};
