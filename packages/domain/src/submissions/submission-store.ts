import type { RecordStore } from "../feed/record-store.js";
import type { AccountId } from "../kernel/ids.js";
import type { Submission, SubmissionKey } from "./submission.js";

/** The online submissions of an account, as they were sent. */
export interface SubmissionStore extends RecordStore<Submission> {
  /** Those that are one with what has one of these keys, in any order. */
  byKeys(account: AccountId, keys: readonly SubmissionKey[]): Promise<Submission[]>;
  /** The greatest id of any submission; 0 when there is none. */
  greatest(account: AccountId): Promise<number>;
  /** Removes all tests; returns how many there were. */
  removeTests(account: AccountId): Promise<number>;
}
