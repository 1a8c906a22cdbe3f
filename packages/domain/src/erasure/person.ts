import { invalid } from "../kernel/domain-error.js";
import type { EmailAddress } from "../kernel/email.js";
import { parseEmail } from "../kernel/email.js";
import { longestLabel } from "../kernel/line-fields.js";
import type { Phone } from "../kernel/phone.js";
import { parsePhone } from "../kernel/phone.js";

/** Whom to erase: by the id that the practice's system gives its patient, by a telephone number or by an e-mail address. */
export type Person = { readonly patientId: string } | { readonly phone: string } | { readonly email: string };

/** By what a person is known: patient ids as they are, numbers and addresses as the service compares them. */
export type Identity = {
  readonly patientIds: ReadonlySet<string>;
  readonly contacts: ReadonlySet<string>;
};

/** What a person is asked for by; a number or an address by which nobody can be known is `invalid_person`. */
export function identityOf(person: Person): Identity {
  if ("patientId" in person) {
    const { patientId } = person;
    if (patientId.trim() !== "" && patientId.length <= longestLabel) return known([patientId], []);
    throw invalid("invalid_person", `the patient ID must have 1 to ${longestLabel} characters`);
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
