import type { InviteType } from "../invites/invite.js";
import { type KnownPatient, type PatientKey, patientKeyOf, visitKeyOf } from "./patient-key.js";
import type { Contact } from "./stop.js";
import type { Visit } from "./visit.js";

/** Keys that match a row with other rows and with stored records. */
export type VisitKeys = {
  readonly patient: PatientKey | undefined;
  /** Visit key that does not contain the appointment id. `undefined` if the patient or the time is unknown. */
  readonly visit: string | undefined;
  /** Channel and recipient of the invite for this row. */
  readonly contact: { readonly type: InviteType; readonly value: Contact } | undefined;
  /** Key under which the invite for this appointment is stored. */
  readonly invited: string | undefined;
};

/** Combines a connection and an appointment id into one key. */
export const sourceKey = (connection: string, ref: string): string => `${connection}\n${ref}`;

/** Returns the values that can identify the patient of a row. */
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

/**
 * Chooses the recipient of an invite. Prefers a text message to the mobile number, then an email, then a text message
 * to another number.
 */
function contactOf({ mobile, email, phones: [phone] }: Visit): VisitKeys["contact"] {
  if (mobile !== null) return { type: "sms", value: mobile };
  if (email !== null) return { type: "email", value: email };
  return phone === undefined ? undefined : { type: "sms", value: phone };
}
