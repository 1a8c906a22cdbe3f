import type { InviteType } from "../invites/invite.js";
import type { Contact } from "./stop.js";
import type { KnownPatient, PatientKey } from "./patient-key.js";
import { patientKeyOf, visitKeyOf } from "./patient-key.js";
import type { Visit } from "./visit.js";

/** By what a row is held against other rows and against what is stored. */
export type VisitKeys = {
  readonly patient: PatientKey | undefined;
  /** What makes it one with another row that has no appointment id; `undefined` where the patient is unknown. */
  readonly visit: string | undefined;
  /** How its invite would be sent, and where to. */
  readonly contact: { readonly type: InviteType; readonly value: Contact } | undefined;
  /** By what an invite is known to follow this appointment. */
  readonly invited: string | undefined;
};

/** The text by which an appointment id of a connection is found. */
export const sourceKey = (connection: string, ref: string): string => `${connection}\n${ref}`;

/** What is known of a row's patient. */
export const patientOf = ({ patientId, phones, email, patientName, dateOfBirth }: Visit): KnownPatient => ({
  patientId,
  phones,
  email,
  patientName,
  dateOfBirth,
});

export function keysOfVisit(visit: Visit, connection: string): VisitKeys {
  const patient = patientOf(visit);
  const { at, location, provider, ref } = visit;
  const places = { locationId: location.place?.id ?? null, providerId: provider.place?.id ?? null };
  const key = at === null ? undefined : visitKeyOf(patient, { at, ...places });
  return {
    patient: patientKeyOf(patient),
    visit: key,
    contact: contactOf(visit),
    invited: ref === null ? key : sourceKey(connection, ref),
  };
}

/** A text message where there is a mobile number, else an e-mail; any other number where there is neither. */
function contactOf({ mobile, email, phones: [phone] }: Visit): VisitKeys["contact"] {
  if (mobile !== null) return { type: "sms", value: mobile };
  if (email !== null) return { type: "email", value: email };
  return phone === undefined ? undefined : { type: "sms", value: phone };
}
