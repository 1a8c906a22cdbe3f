import { contactsIn, patientIdsIn, type Suppression } from "../../foundation/records/personal-data.js";
import type { PatientRow, PatientSource } from "./patient-rows.js";

/** Returns the file without the rows about erased people. `dropped` returns how many rows the last reading skipped. */
export function withoutErased(source: PatientSource, { isEmpty, has }: Suppression) {
  let dropped = 0;
  // Checks all cells, because any cell may contain a phone number or an email address.
  const isAllowed = ({ texts, others }: PatientRow): boolean =>
    !has({
      patientIds: patientIdsIn([texts.patient_id]),
      contacts: contactsIn([...Object.values(texts), ...others.map(([, text]) => text)]),
    });
  const read: PatientSource["read"] = async function* () {
    dropped = 0;
    for await (const { fields, rows } of source.read()) {
      const remaining = rows.filter(isAllowed);
      dropped += rows.length - remaining.length;
      yield { fields, rows: remaining };
    }
  };
  return { source: isEmpty ? source : { type: source.type, read }, dropped: () => dropped };
}
