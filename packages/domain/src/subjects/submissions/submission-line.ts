import type { CalendarDate } from "../../foundation/kernel/calendar-date.js";
import type { SubmissionId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import { defaulted, flag, label, oneOf, optional, orEmpty, ownId } from "../../foundation/kernel/line-fields.js";
import type { Field, Shaped } from "../../foundation/kernel/line-shape.js";
import { date, instant, instantOrUtc } from "../../foundation/kernel/line-times.js";
import type { LocalCalendar } from "../../foundation/kernel/local-calendar.js";
import { parsePhone } from "../../foundation/kernel/phone.js";
import { type NewSubmission, submissionTypes } from "./submission.js";

/** Date or timestamp of a requested appointment. A timestamp without a UTC offset is read as its date. */
const scheduled: Field<CalendarDate | Instant> = {
  expected: "a date (YYYY-MM-DD) or an ISO 8601 timestamp",
  read: (value) => date.read(value) ?? instant.read(value) ?? ownDay(value),
};

const ownDay = (timestamp: unknown): CalendarDate | undefined =>
  instantOrUtc.read(timestamp) === undefined ? undefined : date.read((timestamp as string).slice(0, 10));

const optionalText = orEmpty(optional(label));

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

/** Fields of a `submission` line in a bundle. A line without an id gets the next free id. */
export const submissionLine = { id: optional(ownId<SubmissionId>()), ...submissionFields };

export type SubmissionLine = Shaped<typeof submissionLine>;

/** Converts a bundle line to a submission. Converts the timestamp of a requested appointment to a local date. */
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
