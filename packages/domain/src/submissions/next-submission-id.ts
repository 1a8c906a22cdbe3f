import type { AccountId, SubmissionId } from "../kernel/ids.js";
import type { SubmissionStore } from "./submission-store.js";

/** Ids that are given out begin here, out of the way of those that bundles bring. */
const first = 1_000_000_000_001;

/** Gives out ids one after another, greater than all that are stored and than those given. */
export async function nextSubmissionId(
  store: SubmissionStore,
  account: AccountId,
  greatestGiven: number,
): Promise<() => SubmissionId> {
  let next = Math.max(first, (await store.greatest(account)) + 1, greatestGiven + 1);
  return () => next++ as SubmissionId;
}
