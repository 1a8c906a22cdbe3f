import type { SubmissionId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { NewSubmission } from "./submission.js";
import { submissionKeyText } from "./submission.js";

/** Which submissions of a file are kept, with which ids. */
export type SubmissionPlan = ReturnType<typeof submissionPlan>;

type Planned = { readonly at: Instant; readonly given: SubmissionId | null; readonly id: SubmissionId | null };

/**
 * Decides, before the submissions of a file are stored, which of those that are one is kept, and the ids of those that
 * have none, so that neither follows from the order of lines. Remembers keys and ids, not the submissions.
 */
export function submissionPlan() {
  const planned = new Map<string, Planned>();
  return {
    /** Takes notice of submissions; of those that are one, the one with the least id will be kept. */
    note(submissions: readonly NewSubmission[]): void {
      for (const one of submissions) {
        const key = submissionKeyText(one);
        const given = leastOf(planned.get(key)?.given ?? null, one.id);
        planned.set(key, { at: one.at, given, id: given });
      }
    },
    /** The greatest id that a submission brought; 0 when none did. */
    greatestGiven: (): number =>
      [...planned.values()].reduce((greatest, { given }) => Math.max(greatest, given ?? 0), 0),
    /** Gives ids to those without, by when they occurred. */
    settle(nextId: () => SubmissionId): void {
      const open = [...planned].filter(([, { given }]) => given === null);
      const inOrder = open.sort(([one, a], [other, b]) => a.at - b.at || (one < other ? -1 : 1));
      for (const [key, plan] of inOrder) planned.set(key, { ...plan, id: nextId() });
    },
    /** Whether the plan assigns the id of a submission because its line has none. */
    assigns: (submission: NewSubmission): boolean => planned.get(submissionKeyText(submission))?.given === null,
    /** Those of some submissions that are kept, with their ids. */
    kept: (submissions: readonly NewSubmission[]): readonly NewSubmission[] =>
      submissions.flatMap((one) => {
        const plan = planned.get(submissionKeyText(one));
        return plan && plan.given === one.id ? [{ ...one, id: plan.id }] : [];
      }),
  };
}

const leastOf = (one: SubmissionId | null, other: SubmissionId | null): SubmissionId | null =>
  one === null || other === null ? (one ?? other) : (Math.min(one, other) as SubmissionId);
