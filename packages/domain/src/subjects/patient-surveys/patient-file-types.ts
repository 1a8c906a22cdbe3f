import type { RecordType } from "../../foundation/records/record-type.js";

/** Declares the patient files. */
export const patientFileType: RecordType<unknown, unknown, unknown, "patient_file"> = { kind: "patient_file" };

/** Declares the findings about rows of patient files. */
export const patientWarningType: RecordType<unknown, unknown, unknown, "patient_survey_warning"> = {
  kind: "patient_survey_warning",
};
