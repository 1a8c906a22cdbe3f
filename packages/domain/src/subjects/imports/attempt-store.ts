import type { AccountId, ImportAttemptId } from "../../foundation/kernel/ids.js";
import type { ImportAttempt } from "./import-attempt.js";

type AttemptPage = { readonly before: number; readonly limit: number };

export interface ImportAttemptStore {
  byId(account: AccountId, id: ImportAttemptId): Promise<ImportAttempt | undefined>;
  /** Returns a page of attempts, in descending order of id. */
  page(account: AccountId, page: AttemptPage): Promise<ImportAttempt[]>;
  /**
   * Returns the attempts that are `running`, and the `failed` attempts that have an import run, in ascending order of
   * id.
   */
  unfinished(account: AccountId): Promise<ImportAttempt[]>;
  /** Inserts an attempt, or replaces the attempt with the same id. */
  save(account: AccountId, attempt: ImportAttempt): Promise<void>;
}
