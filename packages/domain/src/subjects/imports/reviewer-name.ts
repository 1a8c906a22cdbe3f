import { personName } from "../../foundation/kernel/person-name.js";
import type { ImportRow } from "./import-row.js";

const placeholders = new Set([
  "test",
  "zztest",
  "unknown",
  "patient",
  "baby",
  "babyboy",
  "babygirl",
  "none",
  "na",
  "xxx",
]);

/** Returns the patient's name as written in the file. If there are separate columns, returns `First Last`. */
export function patientNameOf({ fullName = "", firstName = "", lastName = "" }: ImportRow): string {
  return `${firstName.trim()} ${lastName.trim()}`.trim() || fullName.trim();
}

/**
 * Returns the patient's first name, normalized in the same way as for conversions: without titles, suffixes, accents or
 * capitals.
 */
export function firstNameOf({ fullName = "", firstName = "", lastName = "" }: ImportRow): string {
  const hasColumns = firstName.trim() !== "" || lastName.trim() !== "";
  return hasColumns ? givenName(firstName) : personName(fullName).first;
}

/** Normalizes a first name from a separate column: without titles, suffixes, accents or capitals. */
export function givenName(text: string): string {
  const { first, last } = personName(text);
  return `${first} ${last}`.trim();
}

/**
 * Returns true if an invite can address a patient by this first name. Rejects single letters, digits and placeholders.
 */
export function isUsableFirstName(name: string): boolean {
  const letters = name.replace(/[^\p{L}\p{N}]/gu, "");
  return letters.length > 1 && !/\d/.test(letters) && !placeholders.has(letters);
}
