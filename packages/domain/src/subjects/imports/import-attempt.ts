import type { ImportAttemptId, ImportRunId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";

/** Status of an import attempt. `running` lasts until the attempt ends. `empty` means that the file has no rows. */
type AttemptStatus = "running" | "done" | "empty" | "failed";

/** Attempt to import an appointment file. `run` is `null` until all rows are checked. */
export type ImportAttempt = {
  readonly id: ImportAttemptId;
  readonly startedAt: Instant;
  /** Name of the file without its folder, or `null` for standard input. */
  readonly file: string | null;
  /** Name of the connection. `null` if the account has several connections and the caller specified none. */
  readonly connection: string | null;
  readonly isTest: boolean;
  readonly status: AttemptStatus;
  readonly run: ImportRunId | null;
  /** Error code, or `null` if there is no error. `reason` is the error message. */
  readonly code: string | null;
  readonly reason: string | null;
};

/** Import attempt in the format that operators see. */
export type ImportAttemptItem = {
  readonly attempt_id: number;
  readonly status: AttemptStatus;
  readonly started_at: string;
  readonly file: string | null;
  readonly connection: string | null;
  readonly is_test: boolean;
  readonly import_id: number | null;
  readonly code: string | null;
  readonly reason: string | null;
};
