import type { Appointment } from "../../subjects/appointments/appointment.js";
import type { Conversion } from "../../subjects/conversions/conversion.js";
import type { ImportErrorItem } from "../../subjects/imports/import-items.js";
import type { StagedInvite } from "../../subjects/imports/staged-row.js";
import type { Invite } from "../../subjects/invites/invite.js";
import { parseEmail } from "../../foundation/kernel/email.js";
import { mayBeContact } from "../../foundation/kernel/may-be-contact.js";
import { parsePhone } from "../../foundation/kernel/phone.js";
import type { PatientWarningItem } from "../../subjects/patient-surveys/patient-file-items.js";
import type { Submission } from "../../subjects/submissions/submission.js";
import type { SurveyResponse } from "../../subjects/surveys/survey-response.js";
import type { Facts, Identity } from "../../foundation/records/record-type.js";

const present = (texts: readonly (string | null)[]): readonly string[] => texts.filter((text) => text !== null);

const contactOf = (text: string): string | null => (text.includes("@") ? parseEmail(text) : parsePhone(text));

export const factsOfAppointment = ({ patientId, phones, email }: Appointment): Facts => ({
  patientId,
  contacts: present([...phones, email]),
});

export const factsOfInvite = ({ patientId, phone, sentTo }: Invite): Facts => ({
  patientId,
  contacts: present([phone ?? contactOf(sentTo)]),
});

export const factsOfStagedInvite = ({ patientId, contact }: StagedInvite): Facts => ({
  patientId,
  contacts: [contact],
});

export const factsOfResponse = ({ patientId, contact }: SurveyResponse): Facts => ({
  patientId,
  contacts: present([contactOf(contact ?? "")]),
});

export const factsOfSubmission = ({ patientId, phone, email }: Submission): Facts => ({
  patientId,
  contacts: present([phone, parseEmail(email ?? "")]),
});

/**
 * Returns the identifiers of the caller or prospect. The identifiers of a linked appointment belong to the appointment.
 */
export const factsOfConversion = ({ prospectId, phone, prospectEmail }: Conversion): Facts => ({
  patientId: prospectId,
  contacts: present([phone, prospectEmail]),
});

export const factsOfError = ({ patient_id: id, phone, email }: ImportErrorItem): Facts => ({
  patientId: id.trim() || null,
  contacts: present([parsePhone(phone ?? ""), parseEmail(email ?? "")]),
});

/** Returns the identifiers of a warning. Any cell of the row may contain a phone number or email address. */
export const factsOfWarning = ({ patient_id: id, patient_info: cells }: PatientWarningItem): Facts => ({
  patientId: id.trim() || null,
  contacts: present(Object.values(cells).filter(mayBeContact).map(contactOf)),
});

/** Whether a record is about a person. */
export const isOf = ({ patientIds, contacts }: Identity, facts: Facts): boolean =>
  (facts.patientId !== null && patientIds.has(facts.patientId)) || facts.contacts.some((one) => contacts.has(one));
