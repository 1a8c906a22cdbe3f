import type { Instant } from "../../foundation/kernel/instant.js";
import { isoInstant } from "../../foundation/kernel/instant.js";
import type { CahpsType } from "./cahps-type.js";
import type { Finding } from "./finding.js";
import type { FileStatus, PatientFile } from "./patient-file.js";
import { isInterrupted, processEnded } from "./patient-file.js";

/** Published patient file. */
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
  /** Email address, or `system`. */
  readonly created_by: string;
};

/** Renders a file at a point in time. A file with an ended process is shown as failed even before that is recorded. */
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

/** File for an operator. `failure` is the reason for a failure, otherwise `null`. */
export type PatientFileState = PatientFileItem & { readonly failure: string | null };

export const patientFileState = (file: PatientFile, now: Instant): PatientFileState => ({
  ...patientFileItem(file, now),
  failure: isInterrupted(file, now) ? processEnded : file.failure,
});

/** Published findings of a row. `id` contains the file and the row. */
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
