import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";
import { nextSubmissionId } from "./next-submission-id.js";
import type { NewSubmission, Submission } from "./submission.js";
import { submissionKeyText } from "./submission.js";
import type { SubmissionStores } from "./submission-stores.js";

/** A submission with what is stored of it already, when it was delivered before. */
export type Delivery = { readonly submission: Submission; readonly before?: Submission };

/**
 * Tells those that are new from those that were delivered before, in an earlier unit of work or earlier in the list. One
 * with a stored id is what is delivered under that id; what it said before makes nothing else a duplicate.
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
  const greatestGiven = ids.reduce((greatest, id) => Math.max(greatest, id), 0);
  const nextId = await nextSubmissionId(work, greatestGiven);
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
