import type { AccountId, ImportAttemptId } from "../kernel/ids.js";
import type { ImportAttempt } from "./import-attempt.js";

/** Attempts with a lower id. */
type AttemptPage = { readonly before: number; readonly limit: number };

/** The import attempts of an account. */
export interface ImportAttemptStore {
  /** Greatest id; 0 without any. */
  greatest(account: AccountId): Promise<number>;
  byId(account: AccountId, id: ImportAttemptId): Promise<ImportAttempt | undefined>;
  /** By id, descending. */
  page(account: AccountId, page: AttemptPage): Promise<ImportAttempt[]>;
  /** Attempts that are `running`, and `failed` attempts with a run, by id. */
  unfinished(account: AccountId): Promise<ImportAttempt[]>;
  /** Inserts an attempt, or replaces the one with the same id. */
  save(account: AccountId, attempt: ImportAttempt): Promise<void>;
}
