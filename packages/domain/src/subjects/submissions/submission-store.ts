import type { RecordStore } from "../../foundation/feed/record-store.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Submission, SubmissionKey } from "./submission.js";

/** Store of an account's online submissions, as they were sent. */
export interface SubmissionStore extends RecordStore<Submission> {
  /** Returns the submissions with one of these keys, in any order. */
  byKeys(account: AccountId, keys: readonly SubmissionKey[]): Promise<Submission[]>;
  /** Returns the highest id, or 0 if there are no submissions. */
  greatest(account: AccountId): Promise<number>;
  /** Deletes all test submissions. Returns their number. */
  removeTests(account: AccountId): Promise<number>;
}
