import type { InviteType } from "../invites/invite.js";
import type { Contact } from "./stop.js";
import type { KnownPatient, PatientKey } from "./patient-key.js";
import { patientKeyOf, visitKeyOf } from "./patient-key.js";
import type { Visit } from "./visit.js";

/** Keys that match a row with other rows and with stored records. */
export type VisitKeys = {
  readonly patient: PatientKey | undefined;
  /** Key of the visit without an appointment id. `undefined` if the patient or the time is unknown. */
  readonly visit: string | undefined;
  /** Channel and recipient of the row's invite. */
  readonly contact: { readonly type: InviteType; readonly value: Contact } | undefined;
  /** Key that links an invite to this appointment. */
  readonly invited: string | undefined;
};

/** Returns the key of an appointment id within a connection. */
export const sourceKey = (connection: string, ref: string): string => `${connection}\n${ref}`;

/** Returns the data that identifies a row's patient. */
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

/** Prefers a text message to the mobile number, then an email, then a text message to another number. */
function contactOf({ mobile, email, phones: [phone] }: Visit): VisitKeys["contact"] {
  if (mobile !== null) return { type: "sms", value: mobile };
  if (email !== null) return { type: "email", value: email };
  return phone === undefined ? undefined : { type: "sms", value: phone };
}
