import type { Suppression } from "../suppression/suppression.js";
import { contactsIn, patientIdsIn } from "../suppression/suppression.js";
import type { PatientRow, PatientSource } from "./patient-rows.js";

/** The same file without rows about erased people. `dropped` returns how many rows the latest reading dropped. */
export function withoutErased(source: PatientSource, { isEmpty, has }: Suppression) {
  let dropped = 0;
  // As in an erasure, any cell may be a phone number or an email address.
  const isKept = ({ texts, others }: PatientRow): boolean =>
    !has({
      patientIds: patientIdsIn([texts.patient_id]),
      contacts: contactsIn([...Object.values(texts), ...others.map(([, text]) => text)]),
    });
  const read: PatientSource["read"] = async function* () {
    dropped = 0;
    for await (const { fields, rows } of source.read()) {
      const kept = rows.filter(isKept);
      dropped += rows.length - kept.length;
      yield { fields, rows: kept };
    }
  };
  return { source: isEmpty ? source : { type: source.type, read }, dropped: () => dropped };
}
