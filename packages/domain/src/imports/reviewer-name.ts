import type { ImportRow } from "./import-row.js";

const titles = new Set(["mr", "mrs", "ms", "miss", "dr"]);
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

/** The first name as sent; of a full name what follows the comma, or all words but the last. */
export function firstNameOf({ fullName = "", firstName = "", lastName = "" }: ImportRow): string {
  if (firstName.trim() !== "" || lastName.trim() !== "") return firstName.trim();
  const comma = fullName.indexOf(",");
  if (comma >= 0) return fullName.slice(comma + 1).trim();
  const words = fullName.split(/\s+/).filter((word) => word !== "" && !titles.has(plain(word)));
  return words.slice(0, -1).join(" ");
}

/** Whether an invite can begin with this first name: more than one letter, no digit, no placeholder. */
export function isUsableFirstName(name: string): boolean {
  const word = plain(name);
  return word.length > 1 && !/\d/.test(word) && !placeholders.has(word);
}

/** Letters and digits only, in lower case and without accents. */
const plain = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
