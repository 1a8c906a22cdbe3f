import { isoInstant } from "../../foundation/kernel/instant.js";
import type { ImportAttempt, ImportAttemptItem } from "./import-attempt.js";

export const attemptItem = (attempt: ImportAttempt): ImportAttemptItem => ({
  attempt_id: attempt.id,
  status: attempt.status,
  started_at: isoInstant(attempt.startedAt),
  file: attempt.file,
  connection: attempt.connection,
  is_test: attempt.isTest,
  import_id: attempt.run,
  code: attempt.code,
  reason: attempt.reason,
});
