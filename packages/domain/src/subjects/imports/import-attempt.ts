import type { ImportAttemptId, ImportRunId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";

/** Status of an attempt, `running` until the attempt ends. `empty` means that the file has no rows. */
type AttemptStatus = "running" | "done" | "empty" | "failed";

/** An attempt to import an appointment file. `run` is `null` until the run is decided. */
export type ImportAttempt = {
  readonly id: ImportAttemptId;
  readonly startedAt: Instant;
  /** Base name of the file, or `null` for standard input. */
  readonly file: string | null;
  /** Name of the connection, or `null` if the account has several connections and the caller named none. */
  readonly connection: string | null;
  readonly isTest: boolean;
  readonly status: AttemptStatus;
  readonly run: ImportRunId | null;
  /** Error code and message, or `null` without an error. */
  readonly code: string | null;
  readonly reason: string | null;
};

/** An import attempt in the format that operators see. */
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
