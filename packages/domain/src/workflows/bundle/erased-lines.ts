import type { Suppression } from "../../foundation/suppression/suppression.js";
import { contactsIn, patientIdsIn } from "../../foundation/suppression/suppression.js";
import type { BundleKind, ReadLine } from "./bundle-kinds.js";

/** Kinds of lines about patients, callers and prospects, with the keys that hold their contacts. */
const contactKeys: { readonly [Kind in BundleKind]?: readonly string[] } = {
  appointment: ["phone", "email"],
  invite: ["sent_to"],
  survey_response: ["contact"],
  call: ["from_number"],
  submission: ["phone_number", "email"],
};

/** Tells whether a line is about an erased person. Stop lines are not, because they keep a person from being contacted. */
export const erasedLines =
  ({ isEmpty, has }: Suppression) =>
  ({ kind, values }: ReadLine): boolean => {
    const keys = contactKeys[kind];
    if (isEmpty || !keys) return false;
    const textOf = (key: string) => (typeof values[key] === "string" ? values[key] : undefined);
    return has({ patientIds: patientIdsIn([textOf("patient_id")]), contacts: contactsIn(keys.map(textOf)) });
  };
