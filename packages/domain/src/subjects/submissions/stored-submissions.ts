import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { SubmissionPlan } from "./submission-plan.js";
import type { SubmissionStore } from "./submission-store.js";
import { type NewSubmission, submissionKeyText } from "./submission.js";

/**
 * Returns the submissions that a load's plan keeps, with their ids.
 * If another transaction has meanwhile used a planned id, returns the submission without an id.
 * The submission then gets a new id, so it does not replace the submission of the other transaction.
 */
export async function storedSubmissions(
  plan: SubmissionPlan,
  submissions: readonly NewSubmission[],
  { stores, account }: UnitOfWork<{ readonly submissions: Pick<SubmissionStore, "byIds"> }>,
): Promise<readonly NewSubmission[]> {
  const planned = plan.withIds(submissions);
  const assigned = planned.flatMap((one) => (plan.assigns(one) && one.id !== null ? [one.id] : []));
  const stored = await stores.submissions.byIds(account, assigned);
  const keys = new Map(stored.map((one) => [one.id, submissionKeyText(one)]));
  return planned.map((one) => {
    const storedKey = one.id !== null && plan.assigns(one) ? keys.get(one.id) : undefined;
    return storedKey === undefined || storedKey === submissionKeyText(one) ? one : { ...one, id: null };
  });
}
