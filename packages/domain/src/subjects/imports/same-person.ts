import { isUsableFirstName, personName } from "../../foundation/kernel/contact-details.js";
import { type LocalCalendar, localDateOf } from "../../foundation/kernel/times.js";
import type { Appointment, MomentOrDay } from "../appointments/appointment.js";
import type { Contact } from "./stops.js";

/** Values of an appointment or a row that can identify its patient. */
export type KnownPatient = Pick<Appointment, "patientId" | "phones" | "email" | "patientName" | "dateOfBirth">;

/** Patient, start, location and provider of a visit. */
export type KnownVisit = KnownPatient &
  Pick<Appointment, "locationId" | "providerId"> & { readonly at: MomentOrDay | null };

export const contactsOf = ({ phones, email }: Pick<KnownPatient, "phones" | "email">): readonly Contact[] =>
  email === null ? phones : [...phones, email];

/** Returns the normalized name of a patient as `last, first`, or `null` if the name is unknown. */
export function nameOf(patientName: string | null): string | null {
  const { first, last } = personName(patientName ?? "");
  return first === "" && last === "" ? null : `${last}, ${first}`;
}

/**
 * Returns true if two records are about one person: they have the same patient id, or they share a contact and the name
 * or the date of birth. Relatives share contacts, so a contact alone is not enough. If the patient ids differ, the name
 * and the date of birth must both be the same, because each system of a practice has its own ids.
 */
export function isSamePerson(one: KnownPatient, other: KnownPatient): boolean {
  const sameId = agree(one.patientId, other.patientId);
  return sameId === true || (sharesContact(one, other) && isSameByDetails(sameId, birthAndName(one, other)));
}

/** Agreement of two values: `undefined` if one of them is unknown. */
type Agreement = boolean | undefined;

/** Decides for two records that share a contact whether they are about one person. */
export function isSameByDetails(sameId: Agreement, [sameBirth, sameName]: readonly [Agreement, Agreement]): boolean {
  if (sameId === false) return sameBirth === true && sameName === true;
  return sameId ?? sameBirth ?? sameName === true;
}

const birthAndName = (one: KnownPatient, other: KnownPatient) =>
  [agree(one.dateOfBirth, other.dateOfBirth), agree(nameOf(one.patientName), nameOf(other.patientName))] as const;

/**
 * Returns true if two records that do not both have an appointment id are about one visit: they have the same start, no
 * different place, and a shared contact, or the same name and date of birth. A known value never matches a different
 * one, because relatives often come at the same time. If one of them has no time of day, the local days are compared.
 */
export function isSameVisit(one: KnownVisit, other: KnownVisit, calendar: LocalCalendar): boolean {
  if (!isSameStart(one.at, other.at, calendar)) return false;
  const sameId = agree(one.patientId, other.patientId);
  const sameName = agree(nameOf(one.patientName), nameOf(other.patientName));
  const sameBirth = agree(one.dateOfBirth, other.dateOfBirth);
  const samePlaces = [agree(one.locationId, other.locationId), agree(one.providerId, other.providerId)];
  if ([sameId, sameName, sameBirth, ...samePlaces].includes(false)) return false;
  return sameId === true || sharesContact(one, other) || (sameName === true && sameBirth === true);
}

const isSameStart = (one: MomentOrDay | null, other: MomentOrDay | null, calendar: LocalCalendar): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    typeof one !== typeof other &&
    localDateOf(one, calendar) === localDateOf(other, calendar));

const valueKeys = ["patientId", "email", "dateOfBirth", "locationId", "providerId"] as const;

/**
 * Returns true if a row has a value that the stored version of its appointment lacks, or a usable name in place of an
 * unusable one. The office corrects such values in the file and imports it again.
 */
export const addsTo = (stored: KnownVisit, row: KnownVisit): boolean =>
  valueKeys.some((key) => stored[key] === null && row[key] !== null) ||
  (stored.phones.length === 0 && row.phones.length > 0) ||
  (typeof stored.at === "string" && typeof row.at === "number") ||
  (stored.patientName !== row.patientName && !hasUsableName(stored) && hasUsableName(row));

/**
 * Returns true if a row has a phone number or an email address that differs from the stored version of its appointment.
 * An invite to the old one could reach a stranger.
 */
export const changesContact = (stored: KnownPatient, row: KnownPatient): boolean =>
  row.phones.some((phone) => !stored.phones.includes(phone)) || agree(stored.email, row.email) === false;

/** Returns a row with the values of the stored version of its appointment in place of unknown values. */
export const filledFrom = <Row extends KnownVisit & Pick<Appointment, "bookedAt">>(
  stored: Appointment,
  row: Row,
): Row => ({
  ...row,
  at: typeof row.at === "number" ? row.at : stored.at,
  bookedAt: row.bookedAt ?? stored.bookedAt,
  ...Object.fromEntries([...valueKeys, "patientName" as const].map((key) => [key, row[key] ?? stored[key]])),
  phones: row.phones.length > 0 ? row.phones : stored.phones,
});

/** Adds the patient's values in a row that the stored appointment lacks. */
export const withPatient = (stored: Appointment, row: KnownPatient): Appointment => ({
  ...stored,
  patientId: stored.patientId ?? row.patientId,
  patientName: stored.patientName ?? row.patientName,
  dateOfBirth: stored.dateOfBirth ?? row.dateOfBirth,
  phones: stored.phones.length > 0 ? stored.phones : row.phones,
  email: stored.email ?? row.email,
});

const hasUsableName = ({ patientName }: KnownPatient): boolean =>
  isUsableFirstName(personName(patientName ?? "").first);

/** Compares two values. Returns `undefined` if one of them is unknown. */
const agree = <T>(one: T | null, other: T | null): boolean | undefined =>
  one === null || other === null ? undefined : one === other;

const sharesContact = (one: KnownPatient, other: KnownPatient): boolean => {
  const contacts = contactsOf(other);
  return contactsOf(one).some((contact) => contacts.includes(contact));
};
