import { contactsIn, patientIdsIn, type Suppression } from "../../foundation/suppression/suppression.js";
import { loadedTypes } from "../../subjects/record-types/record-types.js";
import type { ReadLine } from "./bundle-kinds.js";

/** For each kind of line, the keys that contain a phone number or email address of a patient, caller or prospect. */
const contactKeys = new Map<string, readonly string[] | undefined>(
  loadedTypes.map(({ kind, lines }) => [kind, lines.contacts]),
);

/**
 * Returns true if a line is about an erased person.
 * Accepts stop lines, because they prevent messages to the person.
 */
export const erasedLines =
  ({ isEmpty, has }: Suppression) =>
  ({ kind, values }: ReadLine): boolean => {
    const keys = contactKeys.get(kind);
    if (isEmpty || !keys) return false;
    const textOf = (key: string) => (typeof values[key] === "string" ? values[key] : undefined);
    return has({ patientIds: patientIdsIn([textOf("patient_id")]), contacts: contactsIn(keys.map(textOf)) });
  };
