import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { nextSubmissionId } from "./next-submission-id.js";
import type { SubmissionStores } from "./submission-store.js";
import { type NewSubmission, type Submission, submissionKeyText } from "./submission.js";

/** Submission from a partner. `before` is the stored version, if the partner sent the submission before. */
export type Delivery = { readonly submission: Submission; readonly before?: Submission };

/**
 * Finds out which submissions are new. All others repeat a submission that is stored or earlier in the list.
 * A submission with a stored id replaces the stored version.
 * After that, the replaced version is not used to detect duplicates.
 */
export async function identify(
  delivered: readonly NewSubmission[],
  work: UnitOfWork<SubmissionStores>,
): Promise<readonly Delivery[]> {
  const { stores, account } = work;
  const ids = delivered.flatMap(({ id }) => id ?? []);
  const byId = new Map((await stores.submissions.byIds(account, ids)).map((one) => [one.id, one]));
  const stored = (await stores.submissions.byKeys(account, delivered)).filter(({ id }) => !byId.has(id));
  const corrections = delivered.flatMap((one) => (isStored(one) ? [one] : []));
  const byKey = new Map([...stored, ...corrections].map((one) => [submissionKeyText(one), one]));
  const maxGivenId = ids.reduce((greatest, id) => Math.max(greatest, id), 0);
  const nextId = await nextSubmissionId(work, maxGivenId);
  return delivered.map((one): Delivery => {
    if (isStored(one)) return { submission: one, before: byId.get(one.id) as Submission };
    const key = submissionKeyText(one);
    const before = byKey.get(key);
    if (before) return { submission: before, before };
    const submission = { ...one, id: one.id ?? nextId() };
    byKey.set(key, submission);
    return { submission };
  });

  function isStored(one: NewSubmission): one is Submission {
    return one.id !== null && byId.has(one.id);
  }
}
