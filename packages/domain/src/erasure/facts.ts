import type { Appointment } from "../attribution/appointment.js";
import type { Conversion } from "../conversions/conversion.js";
import type { ImportErrorItem } from "../imports/import-items.js";
import type { StagedInvite } from "../imports/staged-row.js";
import type { Invite } from "../invites/invite.js";
import { parseEmail } from "../kernel/email.js";
import { mayBeContact } from "../kernel/may-be-contact.js";
import { parsePhone } from "../kernel/phone.js";
import type { PatientWarningItem } from "../patient-surveys/patient-file-items.js";
import type { Submission } from "../submissions/submission.js";
import type { SurveyResponse } from "../surveys/survey-response.js";
import type { Identity } from "./person.js";

/** By what a record says whose it is. */
export type Facts = { readonly patientId: string | null; readonly contacts: readonly string[] };

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

/** What the caller or prospect said; what a link says is the appointment's. */
export const factsOfConversion = ({ prospectId, phone, prospectEmail }: Conversion): Facts => ({
  patientId: prospectId,
  contacts: present([phone, prospectEmail]),
});

export const factsOfError = ({ patient_id: id, phone, email }: ImportErrorItem): Facts => ({
  patientId: id.trim() || null,
  contacts: present([parsePhone(phone ?? ""), parseEmail(email ?? "")]),
});

/** Any cell of the row may be a number or an address. */
export const factsOfWarning = ({ patient_id: id, patient_info: cells }: PatientWarningItem): Facts => ({
  patientId: id.trim() || null,
  contacts: present(Object.values(cells).filter(mayBeContact).map(contactOf)),
});

/** Whether a record says that it is of a person. */
export const isOf = ({ patientIds, contacts }: Identity, facts: Facts): boolean =>
  (facts.patientId !== null && patientIds.has(facts.patientId)) || facts.contacts.some((one) => contacts.has(one));
