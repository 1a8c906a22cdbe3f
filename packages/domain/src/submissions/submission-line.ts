import type { CalendarDate } from "../kernel/calendar-date.js";
import type { SubmissionId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import { defaulted, flag, label, optional, orEmpty, ownId, oneOf } from "../kernel/line-fields.js";
import { date, instant, instantOrUtc } from "../kernel/line-times.js";
import type { Field, Shaped } from "../kernel/line-shape.js";
import type { LocalCalendar } from "../kernel/local-calendar.js";
import { parsePhone } from "../kernel/phone.js";
import type { NewSubmission } from "./submission.js";
import { submissionTypes } from "./submission.js";

/** A day, or a moment on some local day; one that says no offset is on its own day. */
const scheduled: Field<CalendarDate | Instant> = {
  expected: "a date (YYYY-MM-DD) or an ISO 8601 timestamp",
  read: (value) => date.read(value) ?? instant.read(value) ?? ownDay(value),
};

const ownDay = (timestamp: unknown): CalendarDate | undefined =>
  instantOrUtc.read(timestamp) === undefined ? undefined : date.read((timestamp as string).slice(0, 10));

const optionalText = orEmpty(optional(label));

/** What partners upload, by its keys there. */
export const submissionFields = {
  submission_date: instantOrUtc,
  scct_parameter: label,
  phone_number: label,
  conversion_type: oneOf(submissionTypes),
  patient_name: label,
  patient_id: optionalText,
  scheduled_appointment_date: orEmpty(optional(scheduled)),
  email: optionalText,
  street: optionalText,
  secondary_street: optionalText,
  city: optionalText,
  state: optionalText,
  postal: optionalText,
  is_test: defaulted(flag, false),
};

/** The bundle's `submission` line; one without an id is given one. */
export const submissionLine = { id: optional(ownId<SubmissionId>()), ...submissionFields };

export type SubmissionLine = Shaped<typeof submissionLine>;

/** The submission that a line describes, with days as the account's calendar has them. */
export const submissionFromLine = (
  { scheduled_appointment_date: scheduledAt, ...line }: SubmissionLine,
  { dateOf }: Pick<LocalCalendar, "dateOf">,
): NewSubmission => ({
  id: line.id,
  at: line.submission_date,
  scctParameter: line.scct_parameter,
  phoneNumber: line.phone_number,
  phone: parsePhone(line.phone_number),
  type: line.conversion_type,
  patientName: line.patient_name,
  patientId: line.patient_id,
  scheduledDate: typeof scheduledAt === "number" ? dateOf(scheduledAt) : scheduledAt,
  email: line.email,
  street: line.street,
  secondaryStreet: line.secondary_street,
  city: line.city,
  state: line.state,
  postal: line.postal,
  isTest: line.is_test,
});
