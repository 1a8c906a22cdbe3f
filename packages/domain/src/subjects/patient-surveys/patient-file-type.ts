import type { RecordType } from "../../foundation/records/record-type.js";
import type { FileReads } from "./publish-files.js";
import { renderFiles } from "./publish-files.js";

/** Record type for patient files and the findings about their rows. */
export const patientFileType: RecordType<unknown, FileReads, unknown, "patient_file"> = {
  kind: "patient_file",
  lists: { renderAgain: renderFiles },
};
