import type { RecordType } from "../../foundation/records/record-type.js";

export const patientFileType: RecordType<unknown, unknown, unknown, "patient_file"> = { kind: "patient_file" };

export const patientWarningType: RecordType<unknown, unknown, unknown, "patient_survey_warning"> = {
  kind: "patient_survey_warning",
};
