import { personName } from "../kernel/person-name.js";
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

/** The name of a row's patient, as sent: `First Last` where it stands in two columns. */
export function patientNameOf({ fullName = "", firstName = "", lastName = "" }: ImportRow): string {
  return `${firstName.trim()} ${lastName.trim()}`.trim() || fullName.trim();
}

/** First name of a row's patient by the name rules of conversions: without titles, suffixes, accents or capitals. */
export function firstNameOf({ fullName = "", firstName = "", lastName = "" }: ImportRow): string {
  const hasColumns = firstName.trim() !== "" || lastName.trim() !== "";
  return hasColumns ? givenName(firstName) : personName(fullName).first;
}

/** A first name that has a column to itself, without titles, suffixes, accents or capitals. */
export function givenName(text: string): string {
  const { first, last } = personName(text);
  return `${first} ${last}`.trim();
}

/** Whether an invite can greet a patient by this first name: more than one letter, no digit, not a placeholder. */
export function isUsableFirstName(name: string): boolean {
  const letters = name.replace(/[^\p{L}\p{N}]/gu, "");
  return letters.length > 1 && !/\d/.test(letters) && !placeholders.has(letters);
}
