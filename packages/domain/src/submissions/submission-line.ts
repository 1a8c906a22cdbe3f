import type { SubmissionId } from "../kernel/ids.js";
import { date, defaulted, flag, instant, label, optional, ownId, parsed } from "../kernel/line-fields.js";
import type { Shaped } from "../kernel/line-shape.js";
import { parsePhone } from "../kernel/phone.js";
import type { NewSubmission, SubmissionType } from "./submission.js";
import { submissionTypes } from "./submission.js";

/** What partners upload, by its keys there. */
export const submissionFields = {
  submission_date: instant,
  scct_parameter: label,
  phone_number: label,
  conversion_type: parsed<SubmissionType>(`one of ${submissionTypes.join(", ")}`, (type) =>
    submissionTypes.find((known) => known === type),
  ),
  patient_name: label,
  patient_id: optional(label),
  scheduled_appointment_date: optional(date),
  email: optional(label),
  street: optional(label),
  secondary_street: optional(label),
  city: optional(label),
  state: optional(label),
  postal: optional(label),
  is_test: defaulted(flag, false),
};

/** The bundle's `submission` line; one without an id is given one. */
export const submissionLine = { id: optional(ownId<SubmissionId>()), ...submissionFields };

/** The submission that a line describes. */
export const submissionFromLine = (line: Shaped<typeof submissionLine>): NewSubmission => ({
  id: line.id,
  at: line.submission_date,
  scctParameter: line.scct_parameter,
  phoneNumber: line.phone_number,
  phone: parsePhone(line.phone_number),
  type: line.conversion_type,
  patientName: line.patient_name,
  patientId: line.patient_id,
  scheduledDate: line.scheduled_appointment_date,
  email: line.email,
  street: line.street,
  secondaryStreet: line.secondary_street,
  city: line.city,
  state: line.state,
  postal: line.postal,
  isTest: line.is_test,
});
