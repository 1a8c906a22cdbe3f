import type { ItemKeys } from "../../foundation/kernel/ids.js";
import { type Instant, isoInstant } from "../../foundation/kernel/times.js";
import type { CahpsType } from "./cahps-type.js";
import type { Finding } from "./finding.js";
import { type FileStatus, isInterrupted, type PatientFile, processEnded } from "./patient-file.js";
import type { PatientHeadings } from "./patient-rows.js";

/** Item of the list of patient files. */
export type ListedPatientFile = ItemKeys & PatientFileItem;

/** Item of the list of findings in a patient file. `_file_id` is present only with `keys=true`. */
export type ListedPatientWarning = ItemKeys & { readonly _file_id?: number } & PatientWarningItem;

/** Patient file with its status and counts. A member is `null` if its value is unknown. */
export type PatientFileItem = {
  readonly file_id: number;
  readonly integration_connection: string | null;
  readonly file_transform: string | null;
  readonly download_status: FileStatus;
  readonly is_test: boolean;
  readonly cahps_type: CahpsType;
  readonly total_patients: number;
  readonly warnings_count: number;
  readonly created_at: string;
  /** Email address of the user who uploaded the file, or `system`. */
  readonly created_by: string;
};

/**
 * Converts a patient file to its published format. A file is shown as failed as soon as its process has stopped sending
 * heartbeats, even if the stored status is different.
 */
export const patientFileItem = (file: PatientFile, now: Instant): PatientFileItem => ({
  file_id: file.id,
  integration_connection: file.connection,
  file_transform: file.transform,
  download_status: isInterrupted(file, now) ? "Failed" : file.status,
  is_test: file.isTest,
  cahps_type: file.type,
  total_patients: file.patients,
  warnings_count: file.warnings,
  created_at: isoInstant(file.createdAt),
  created_by: file.createdBy ?? "system",
});

/** Patient file as shown to an operator, with values that are not published. A member is `null` if it is unknown. */
export type PatientFileState = PatientFileItem & {
  /** Reason for a failure. */
  readonly failure: string | null;
  /** Name of the uploaded file, without folders. */
  readonly file_name: string | null;
  /** Sample month, as `YYYY-MM`. */
  readonly sample_month: string | null;
  /** Headings as written in the file, by field. */
  readonly headings: PatientHeadings | null;
};

export const patientFileState = (file: PatientFile, now: Instant): PatientFileState => ({
  ...patientFileItem(file, now),
  failure: isInterrupted(file, now) ? processEnded : file.failure,
  file_name: file.fileName,
  sample_month: file.month,
  headings: file.headings,
});

/** Published findings of one row. `id` is unique in the account and contains the numbers of the file and the row. */
export type PatientWarningItem = {
  readonly id: number;
  readonly patient_id: string;
  readonly patient_info: Readonly<Record<string, string>>;
  readonly location_name: string;
  readonly row_note: string;
  readonly notes: {
    readonly discovered_defects?: readonly Finding[];
    readonly warnings?: readonly Finding[];
    readonly notes_string: string;
  };
};
