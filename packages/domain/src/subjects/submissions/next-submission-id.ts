import type { SubmissionId } from "../../foundation/kernel/ids.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { SubmissionStore } from "./submission-store.js";

/**
 * Returns a generator of sequential ids above all stored and given ones. They start at the current time in
 * milliseconds, above the ids in bundles, so that ids of deleted test submissions are never reused.
 */
export async function nextSubmissionId(
  { stores, account, now }: UnitOfWork<{ readonly submissions: SubmissionStore }>,
  greatestGiven: number,
): Promise<() => SubmissionId> {
  let next = Math.max(now, (await stores.submissions.greatest(account)) + 1, greatestGiven + 1);
  return () => next++ as SubmissionId;
}
