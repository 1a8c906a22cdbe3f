import type { Suppression } from "../suppression/suppression.js";
import { contactsIn } from "../suppression/suppression.js";
import type { PatientSource } from "./patient-rows.js";

/** The same file without rows about erased people. `dropped` returns how many rows the latest reading dropped. */
export function withoutErased(source: PatientSource, { has }: Suppression) {
  let dropped = 0;
  const read: PatientSource["read"] = async function* () {
    dropped = 0;
    for await (const { fields, rows } of source.read()) {
      const kept = rows.filter(({ texts }) => {
        const patientIds = texts.patient_id === undefined ? [] : [texts.patient_id.trim()];
        return !has({ patientIds, contacts: contactsIn([texts.phone, texts.mobile, texts.email]) });
      });
      dropped += rows.length - kept.length;
      yield { fields, rows: kept };
    }
  };
  return { source: { type: source.type, read }, dropped: () => dropped };
}
