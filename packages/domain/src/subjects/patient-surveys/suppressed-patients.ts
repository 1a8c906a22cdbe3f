import type { Suppression } from "../../foundation/suppression/suppression.js";
import { contactsIn, patientIdsIn } from "../../foundation/suppression/suppression.js";
import type { PatientRow, PatientSource } from "./patient-rows.js";

/** Returns the file without the rows about erased people. `dropped` returns how many rows the last reading skipped. */
export function withoutErased(source: PatientSource, { isEmpty, has }: Suppression) {
  let dropped = 0;
  // Checks all cells, because any cell may contain a phone number or an email address.
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
