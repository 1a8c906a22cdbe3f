import type { EmailAddress } from "../kernel/email.js";
import type { PatientFileId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import { minute, plus } from "../kernel/instant.js";
import type { CahpsType } from "./cahps-type.js";

/** How far a file is: it was received, it is being read, and then it is parsed or could not be. */
export const fileStatuses = ["Pending", "Started", "Done", "Failed"] as const;
export type FileStatus = (typeof fileStatuses)[number];

/** A file of patients as it is kept. */
export type PatientFile = {
  readonly id: PatientFileId;
  readonly type: CahpsType;
  readonly status: FileStatus;
  /** The way in which it came in; `null` where nobody said. */
  readonly connection: string | null;
  /** What was done to it before it was read; `null` where nobody said. */
  readonly transform: string | null;
  readonly isTest: boolean;
  /** When it was uploaded. */
  readonly createdAt: Instant;
  /** `null` for an upload that nobody did by hand. */
  readonly createdBy: EmailAddress | null;
  readonly patients: number;
  /** Rows of which something was said. */
  readonly warnings: number;
  /** Why it failed, for an operator. */
  readonly failure: string | null;
  /** Identifies the content; `null` until the file was read, and for files of earlier versions. */
  readonly digest: string | null;
  /** When who parses it was last heard of. */
  readonly seenAt: Instant;
};

/** For so long may nothing be heard of who parses a file: a process that ended says nothing. */
const patience = 10 * minute;

export const isUnfinished = ({ status }: PatientFile): boolean => status === "Pending" || status === "Started";

/** Whether a file is left behind by a process that ended before it was parsed. */
export const isInterrupted = (file: PatientFile, now: Instant): boolean =>
  isUnfinished(file) && plus(file.seenAt, patience) < now;

/** Why an interrupted file failed. */
export const processEnded = "the process that parsed this file ended before it finished; parse the file again";
