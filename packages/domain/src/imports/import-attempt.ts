import type { ImportAttemptId, ImportRunId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";

/** An attempt is `running` until it ends. `empty` means that the file has no rows. */
type AttemptStatus = "running" | "done" | "empty" | "failed";

/** One attempt to import a file of appointments. It has a run only when it is `done`. */
export type ImportAttempt = {
  readonly id: ImportAttemptId;
  readonly startedAt: Instant;
  /** Base name of the file; `null` for standard input. */
  readonly file: string | null;
  /** Name of the connection; `null` when the account has several and none was given. */
  readonly connection: string | null;
  readonly isTest: boolean;
  readonly status: AttemptStatus;
  readonly run: ImportRunId | null;
  /** Code and message of the error; `null` without one. */
  readonly code: string | null;
  readonly reason: string | null;
};

/** The attempt as an operator sees it. */
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
