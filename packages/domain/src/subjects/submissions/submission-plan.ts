import type { SubmissionId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { NewSubmission } from "./submission.js";
import { submissionKeyText } from "./submission.js";

/** Which submissions of a file are kept, with which ids. */
export type SubmissionPlan = ReturnType<typeof submissionPlan>;

type Planned = { readonly at: Instant; readonly given: SubmissionId | null; readonly id: SubmissionId | null };

/**
 * Decides which duplicates in a file are kept and which ids are assigned, so that the result does not depend on the
 * order of lines. Stores only keys and ids in memory.
 */
export function submissionPlan() {
  const planned = new Map<string, Planned>();
  return {
    /** Registers submissions. The plan keeps the duplicate with the lowest id. */
    note(submissions: readonly NewSubmission[]): void {
      for (const one of submissions) {
        const key = submissionKeyText(one);
        const given = leastOf(planned.get(key)?.given ?? null, one.id);
        planned.set(key, { at: one.at, given, id: given });
      }
    },
    /** Returns the highest id in the file, or 0 if there is none. */
    greatestGiven: (): number =>
      [...planned.values()].reduce((greatest, { given }) => Math.max(greatest, given ?? 0), 0),
    /** Assigns ids to the remaining submissions, by time. */
    settle(nextId: () => SubmissionId): void {
      const open = [...planned].filter(([, { given }]) => given === null);
      const inOrder = open.sort(([one, a], [other, b]) => a.at - b.at || (one < other ? -1 : 1));
      for (const [key, plan] of inOrder) planned.set(key, { ...plan, id: nextId() });
    },
    /** Whether the plan assigns the id of a submission because its line has none. */
    assigns: (submission: NewSubmission): boolean => planned.get(submissionKeyText(submission))?.given === null,
    /** Returns the submissions that are kept, with their ids. */
    kept: (submissions: readonly NewSubmission[]): readonly NewSubmission[] =>
      submissions.flatMap((one) => {
        const plan = planned.get(submissionKeyText(one));
        return plan && plan.given === one.id ? [{ ...one, id: plan.id }] : [];
      }),
  };
}

const leastOf = (one: SubmissionId | null, other: SubmissionId | null): SubmissionId | null =>
  one === null || other === null ? (one ?? other) : (Math.min(one, other) as SubmissionId);
