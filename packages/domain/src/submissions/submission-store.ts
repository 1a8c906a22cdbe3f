import type { AccountId, SubmissionId } from "../kernel/ids.js";
import type { Submission, SubmissionKey } from "./submission.js";

/** The online submissions of an account, as they were sent. */
export interface SubmissionStore {
  /** Those that exist, in any order; never another account's. */
  byIds(account: AccountId, ids: readonly SubmissionId[]): Promise<Submission[]>;
  /** Those that are one with what has one of these keys, in any order. */
  byKeys(account: AccountId, keys: readonly SubmissionKey[]): Promise<Submission[]>;
  /** Inserts submissions, or replaces those with the same id. */
  save(account: AccountId, submissions: readonly Submission[]): Promise<void>;
  /** Takes submissions out; ids that are not there are passed over. */
  remove(account: AccountId, ids: readonly SubmissionId[]): Promise<void>;
  /** The greatest id of any submission; 0 when there is none. */
  greatest(account: AccountId): Promise<number>;
  /** Removes all tests; returns how many there were. */
  removeTests(account: AccountId): Promise<number>;
}
