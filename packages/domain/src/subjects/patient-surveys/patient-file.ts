import type { EmailAddress } from "../../foundation/kernel/contact-details.js";
import type { PatientFileId } from "../../foundation/kernel/ids.js";
import { type Instant, minute, plus } from "../../foundation/kernel/times.js";
import type { CahpsType } from "./cahps-type.js";
import type { PatientHeadings } from "./patient-rows.js";
import type { SampleMonth } from "./sample-month.js";

/** Statuses of a patient file: received, being parsed, parsed, failed. */
export const fileStatuses = ["Pending", "Started", "Done", "Failed"] as const;
export type FileStatus = (typeof fileStatuses)[number];

export type PatientFile = {
  readonly id: PatientFileId;
  readonly type: CahpsType;
  readonly status: FileStatus;
  /** Name of the connection that delivered the file, if known. */
  readonly connection: string | null;
  /** Name of the transform that was applied to the file before the upload, if known. */
  readonly transform: string | null;
  readonly isTest: boolean;
  readonly createdAt: Instant;
  /** User who uploaded the file, or `null` if the upload was automatic. */
  readonly createdBy: EmailAddress | null;
  /** Name of the uploaded file, without folders. `null` if it is unknown. */
  readonly fileName: string | null;
  /** Sample month, or `null` until the file is parsed and for files without dates. */
  readonly month: SampleMonth | null;
  /** Headings as written in the file, or `null` until the file is parsed. */
  readonly headings: PatientHeadings | null;
  readonly patients: number;
  /** Number of rows with findings. */
  readonly warnings: number;
  /** Reason for a failure, for an operator. `null` if the file has not failed. */
  readonly failure: string | null;
  /** Hash of the file's content. `null` until the file is read, and for files that were parsed by earlier versions. */
  readonly digest: string | null;
  /** Time of the last heartbeat from the process that parses the file. */
  readonly seenAt: Instant;
};

/** Maximum time between two heartbeats, in milliseconds. A parsing process that takes longer counts as dead. */
const patience = 10 * minute;

export const isUnfinished = ({ status }: PatientFile): boolean => status === "Pending" || status === "Started";

/** Returns true if the process that parses the file stopped before it finished. */
export const isInterrupted = (file: PatientFile, now: Instant): boolean =>
  isUnfinished(file) && plus(file.seenAt, patience) < now;

/** Failure message of a file whose parsing process stopped. */
export const processEnded = "the process that parsed this file ended before it finished; parse the file again";
