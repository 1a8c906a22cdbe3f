import type { RecordStore } from "../../foundation/feed/record-store.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { IdReader } from "../../foundation/records/id-reader.js";
import type { LinkingStores } from "../appointments/appointment-store.js";
import type { ContactStore } from "../conversions/contact-store.js";
import type { Submission, SubmissionKey } from "./submission.js";

/** Store of an account's online submissions, as the partners sent them. */
export interface SubmissionStore extends RecordStore<Submission> {
  /** Returns the submissions that have one of these keys, in any order. */
  byKeys(account: AccountId, keys: readonly SubmissionKey[]): Promise<Submission[]>;
  /** Deletes all test submissions of the account. Returns the number of deleted submissions. */
  removeTests(account: AccountId): Promise<number>;
}

export type SubmissionStores = LinkingStores & {
  readonly contacts: ContactStore;
  readonly ids: IdReader;
  readonly submissions: SubmissionStore;
};
