import { eastAsianGivenName, isEastAsian } from "./east-asian-name.js";
import { isSuffix, personName } from "./person-name.js";

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

/** Normalizes a first name: lowercase, without titles, suffixes or accents. The column must contain only first names. */
export function givenName(text: string): string {
  const { first, last } = personName(text);
  return `${first} ${last}`.trim();
}

/** True if an invite can address a patient by this first name. Rejects single letters, digits and placeholders. */
export function isUsableFirstName(name: string): boolean {
  const letters = name.replace(/[^\p{L}\p{N}]/gu, "");
  return letters.length > 1 && !/\d/.test(letters) && !placeholders.has(letters);
}

/**
 * Returns the first word of the first name as written, or an empty string.
 * In `Last, First`, the first name is after the comma.
 * In Chinese, Japanese and Korean, the first name is after the family name.
 */
export function firstNameShown(name: string): string {
  const [before = "", ...behind] = name.split(",").map((part) => part.trim());
  const first = behind.find((part) => !isSuffix(part));
  return firstWord(behind.every(isSuffix) ? before : (first ?? ""));
}

function firstWord(text: string): string {
  const words = text.split(/\s+/);
  const [first = ""] = words;
  const [firstName = "", ...others] = first.split(/[\u00b7\u30fb]/);
  if (!isEastAsian(firstName)) return first;
  // A middle dot separates the words of a foreign name, where the given name comes first.
  if (others.length > 0) return firstName;
  return words.length > 1 && words.every(isEastAsian) ? (words.at(-1) ?? "") : eastAsianGivenName(first);
}
