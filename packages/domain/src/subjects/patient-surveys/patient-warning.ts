import type { PatientFileId } from "../../foundation/kernel/ids.js";
import type { Finding } from "./finding.js";
import type { PatientWarningItem } from "./patient-file-items.js";
import { lastRow, type PatientRow } from "./patient-rows.js";

/**
 * Number of finding ids that are reserved per file.
 * The id of a finding combines the numbers of the file and the row, so no counter is needed.
 * For example, row 12 of file 7 has the id 7000012.
 */
const rowsPerFile = lastRow + 1;

const warningId = (file: PatientFileId, row: number): number => file * rowsPerFile + row;

/** Returns the spreadsheet row number of a finding. */
export const rowOfWarning = ({ id }: { readonly id: number }): number => id % rowsPerFile;

/** Creates the published findings of a row. Defects come before warnings. */
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
