import type { EmailAddress } from "../../foundation/kernel/contact-details.js";
import type { Instant } from "../../foundation/kernel/times.js";
import type { PatientCounts } from "./judge-patients.js";
import type { PatientFileItem } from "./patient-file-items.js";
import type { PatientHeadings } from "./patient-rows.js";
import type { SampleMonth } from "./sample-month.js";

export type ParseOptions = {
  /** Name or path of the uploaded file. Only the name is stored, for the operator. */
  readonly fileName?: string;
  /** Name of the connection that delivered the file, and name of the transformation that was applied to the file. */
  readonly connection?: string;
  readonly transform?: string;
  readonly isTest?: boolean;
  /** Time of the upload. Defaults to the current time. Dates in the file must not be later. */
  readonly uploadedAt?: Instant;
  /** User who uploaded the file. Omitted if the upload was automatic. */
  readonly createdBy?: EmailAddress;
  /** Sample month of the file. Defaults to the month to which most rows belong. */
  readonly month?: SampleMonth;
  readonly onProgress?: (progress: ParseProgress) => void;
};

/** Progress of parsing a patient file. `of` is the total number of rows, which is known after the first reading. */
export type ParseProgress = { readonly phase: "reading" | "checking"; readonly rows: number; readonly of?: number };

/** Result of parsing a patient file: the published item and the counts. */
export type ParsedPatientFile = {
  readonly item: PatientFileItem;
  readonly month: SampleMonth | null;
  /** Headings as written in the file, by field. */
  readonly headings: PatientHeadings;
  readonly counts: PatientCounts;
  /** Earlier file with the same content and survey, or `null`. If there are several, the latest. */
  readonly earlier: PatientFileItem | null;
  /**
   * Number of rows that were skipped because they are about erased people. The other counts do not include these rows.
   */
  readonly suppressed: number;
};
