import type { EmailAddress } from "../../foundation/kernel/email.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { PatientCounts } from "./judge-patients.js";
import type { PatientFileItem } from "./patient-file-items.js";
import type { SampleMonth } from "./sample-month.js";

export type ParseOptions = {
  /** Names of the connection that delivered the file, and of the transformation applied to it. */
  readonly connection?: string;
  readonly transform?: string;
  readonly isTest?: boolean;
  /** Upload time, now by default. Dates in the file must not be later. */
  readonly uploadedAt?: Instant;
  /** User who uploaded the file, if it was uploaded manually. */
  readonly createdBy?: EmailAddress;
  /** Sample month. Defaults to the month of most rows. */
  readonly month?: SampleMonth;
  readonly onProgress?: (progress: ParseProgress) => void;
};

/** Progress of parsing. `of` is the total number of rows, known after the first reading. */
export type ParseProgress = { readonly phase: "reading" | "checking"; readonly rows: number; readonly of?: number };

/** Parsed file: its published item and the results for its rows. */
export type ParsedPatientFile = {
  readonly item: PatientFileItem;
  readonly month: SampleMonth | null;
  readonly counts: PatientCounts;
  /** Last parsed file with the same content and survey, or `null`. */
  readonly earlier: PatientFileItem | null;
  /** Rows dropped because they are about erased people. No other count includes them. */
  readonly suppressed: number;
};
