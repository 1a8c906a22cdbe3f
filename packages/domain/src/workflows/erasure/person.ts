import { invalid } from "../../foundation/kernel/domain-error.js";
import { type EmailAddress, parseEmail } from "../../foundation/kernel/email.js";
import { maxLabelLength } from "../../foundation/kernel/line-fields.js";
import { parsePhone, type Phone } from "../../foundation/kernel/phone.js";
import type { Identity } from "../../foundation/records/of-person.js";

/** Person to erase, identified by the practice's patient id, a phone number or an email address. */
export type Person = { readonly patientId: string } | { readonly phone: string } | { readonly email: string };

/**
 * Returns the identifiers in an erasure request.
 * Throws `invalid_person` if the patient id has an invalid length or the contact is invalid.
 */
export function identityOf(person: Person): Identity {
  if ("patientId" in person) {
    const { patientId } = person;
    if (patientId.trim() !== "" && patientId.length <= maxLabelLength) return known([patientId], []);
    throw invalid("invalid_person", `the patient ID must have 1 to ${maxLabelLength} characters`);
  }
  const contact: Phone | EmailAddress | null = "phone" in person ? parsePhone(person.phone) : parseEmail(person.email);
  if (contact !== null) return known([], [contact]);
  const name = "phone" in person ? "phone number" : "email address";
  throw invalid("invalid_person", `the ${name} must be valid and not a placeholder`);
}

const known = (patientIds: readonly string[], contacts: readonly string[]): Identity => ({
  patientIds: new Set(patientIds),
  contacts: new Set(contacts),
});
