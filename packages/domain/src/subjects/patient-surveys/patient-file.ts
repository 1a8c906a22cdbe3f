import type { EmailAddress } from "../../foundation/kernel/email.js";
import type { PatientFileId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import { minute, plus } from "../../foundation/kernel/instant.js";
import type { CahpsType } from "./cahps-type.js";

/** Statuses of a file: received, being parsed, parsed, failed. */
export const fileStatuses = ["Pending", "Started", "Done", "Failed"] as const;
export type FileStatus = (typeof fileStatuses)[number];

/** Stored patient file. */
export type PatientFile = {
  readonly id: PatientFileId;
  readonly type: CahpsType;
  readonly status: FileStatus;
  /** Connection that delivered the file, if known. */
  readonly connection: string | null;
  /** Transformation applied before reading, if known. */
  readonly transform: string | null;
  readonly isTest: boolean;
  readonly createdAt: Instant;
  /** User who uploaded the file, or `null` if the upload was automatic. */
  readonly createdBy: EmailAddress | null;
  readonly patients: number;
  /** Number of rows with findings. */
  readonly warnings: number;
  /** Reason for a failure, for an operator. */
  readonly failure: string | null;
  /** Hash of the content. `null` until the file is read, and for files of earlier versions. */
  readonly digest: string | null;
  /** Time of the last heartbeat of the parsing process. */
  readonly seenAt: Instant;
};

/** Time without a heartbeat after which the parsing process counts as dead. */
const patience = 10 * minute;

export const isUnfinished = ({ status }: PatientFile): boolean => status === "Pending" || status === "Started";

/** Returns true if the process ended before it finished parsing the file. */
export const isInterrupted = (file: PatientFile, now: Instant): boolean =>
  isUnfinished(file) && plus(file.seenAt, patience) < now;

/** Failure message of an interrupted file. */
export const processEnded = "the process that parsed this file ended before it finished; parse the file again";
