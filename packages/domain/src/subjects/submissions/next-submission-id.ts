import type { SubmissionId } from "../../foundation/kernel/ids.js";
import type { IdReader } from "../../foundation/records/id-reader.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";

/**
 * Returns a function that creates sequential submission ids. The ids start at the current time in milliseconds, and are
 * higher than all stored ids and than `maxGivenId`. Therefore, ids of deleted test submissions are never reused.
 */
export async function nextSubmissionId(
  { stores, account, now }: UnitOfWork<{ readonly ids: IdReader }>,
  maxGivenId: number,
): Promise<() => SubmissionId> {
  let next = Math.max(now, (await stores.ids.greatest(account, "submissions")) + 1, maxGivenId + 1);
  return () => next++ as SubmissionId;
}
