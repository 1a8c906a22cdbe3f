import type { Instant } from "../../foundation/kernel/instant.js";
import type { Phone } from "../../foundation/kernel/phone.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { ContactStore } from "./contact-store.js";
import { isNewPatient } from "./conversion.js";

type Touch = { readonly at: Instant; readonly phone: Phone | null };

/**
 * Returns a function that checks whether a call or submission is from a new patient. The function uses the contacts
 * that are already stored.
 */
export async function newPatients(
  touches: readonly Touch[],
  { stores, account, matching }: UnitOfWork<{ readonly contacts: ContactStore }>,
): Promise<(touch: Touch) => boolean> {
  const phones = new Set(touches.flatMap(({ phone }) => phone ?? []));
  const contacts = await stores.contacts.earliest(account, [...phones]);
  return ({ at, phone }) => isNewPatient(at, phone === null ? undefined : contacts.get(phone), matching.calendar);
}
