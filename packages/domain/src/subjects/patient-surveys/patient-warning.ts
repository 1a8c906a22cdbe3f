import type { PatientFileId } from "../../foundation/kernel/ids.js";
import type { Finding } from "./finding.js";
import type { PatientWarningItem } from "./patient-file-items.js";
import type { PatientRow } from "./patient-rows.js";
import { lastRow } from "./patient-rows.js";

/** Ids combine file and row, so they are unique in the account without a counter: row 12 of file 7 is 7000012. */
const rowsPerFile = lastRow + 1;

const warningId = (file: PatientFileId, row: number): number => file * rowsPerFile + row;

/** Returns the row number of a finding, as a spreadsheet counts rows. */
export const rowOfWarning = ({ id }: { readonly id: number }): number => id % rowsPerFile;

/** Renders the findings of a row, defects first. */
export function patientWarning(
  file: PatientFileId,
  { row, texts, others }: PatientRow,
  defects: readonly Finding[],
  warnings: readonly Finding[],
): PatientWarningItem {
  const note = [...defects, ...warnings].map(({ text }) => text).join("; ");
  return {
    id: warningId(file, row),
    patient_id: texts.patient_id ?? "",
    patient_info: { ...texts, ...Object.fromEntries(others) },
    location_name: texts.location_name || texts.location_code || "",
    row_note: note,
    notes: {
      ...(defects.length > 0 && { discovered_defects: defects }),
      ...(warnings.length > 0 && { warnings }),
      notes_string: note,
    },
  };
}
