import type { SubmissionId } from "../kernel/ids.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";
import type { SubmissionStore } from "./submission-store.js";

/**
 * Gives out ids one after another, greater than all that are stored and than those given. They begin at the time, in
 * milliseconds: out of the way of those that bundles bring, and never again the id of a test that was removed.
 */
export async function nextSubmissionId(
  { stores, account, now }: UnitOfWork<{ readonly submissions: SubmissionStore }>,
  greatestGiven: number,
): Promise<() => SubmissionId> {
  let next = Math.max(now, (await stores.submissions.greatest(account)) + 1, greatestGiven + 1);
  return () => next++ as SubmissionId;
}
