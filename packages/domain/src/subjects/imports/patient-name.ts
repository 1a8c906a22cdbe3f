import { givenName } from "../../foundation/kernel/first-name.js";
import { personName } from "../../foundation/kernel/person-name.js";
import type { ImportRow } from "./import-row.js";

/** Returns the patient's name as written in the file. If there are separate columns, returns `First Last`. */
export function patientNameOf({ fullName = "", firstName = "", lastName = "" }: ImportRow): string {
  return `${firstName.trim()} ${lastName.trim()}`.trim() || fullName.trim();
}

/**
 * Returns the patient's first name according to the name rules of conversions: without titles, suffixes, accents or
 * capitals.
 */
export function firstNameOf({ fullName = "", firstName = "", lastName = "" }: ImportRow): string {
  const hasColumns = firstName.trim() !== "" || lastName.trim() !== "";
  return hasColumns ? givenName(firstName) : personName(fullName).first;
}
