import type { SubmissionId } from "../../foundation/kernel/ids.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { removeConversions } from "../appointments/remove-conversions.js";
import type { SubmissionStores } from "./submission-store.js";
import type { Submission } from "./submission.js";

/** Deletes submissions and their conversions. Returns the submissions that existed. */
export async function removeSubmissions(
  ids: readonly SubmissionId[],
  work: UnitOfWork<SubmissionStores>,
): Promise<readonly Submission[]> {
  const { stores, account } = work;
  const found = await stores.submissions.byIds(account, ids);
  const known = found.map(({ id }) => id);
  await removeConversions(await stores.conversions.byIds(account, "submission", known), work);
  await stores.submissions.remove(account, known);
  return found;
}
