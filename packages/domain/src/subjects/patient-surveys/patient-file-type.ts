import type { RecordType } from "../../foundation/records/record-type.js";
import type { PatientFileStores } from "./file-run.js";
import { type FileReads, renderFiles } from "./publish-files.js";
import { type InterruptedReads, tidyPatientFiles } from "./tidy-patient-files.js";

/** Record type for patient files. Renders files again together with the warnings about their rows. */
export const patientFileType: RecordType<InterruptedReads, PatientFileStores & FileReads, unknown, "patient_file"> = {
  kind: "patient_file",
  lists: { renderAgain: renderFiles },
  tidy: (ports, account) => tidyPatientFiles(ports)(account),
};
