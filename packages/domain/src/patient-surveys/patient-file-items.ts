import type { Instant } from "../kernel/instant.js";
import { isoInstant } from "../kernel/instant.js";
import type { CahpsType } from "./cahps-type.js";
import type { Finding } from "./finding.js";
import type { FileStatus, PatientFile } from "./patient-file.js";
import { isInterrupted } from "./patient-file.js";

/** A file of patients as it is published. */
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
  /** An e-mail address, or `system`. */
  readonly created_by: string;
};

/** A file as it is published at a moment: one whose process has ended has failed, whether that was noted or not. */
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

/** What was said of a row, as it is published: `id` tells the row as well. */
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
