import type { SubmissionId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import { type NewSubmission, submissionKeyText } from "./submission.js";

/** The submissions that a bundle load will store, with the ids that they will get. */
export type SubmissionPlan = ReturnType<typeof submissionPlan>;

type Planned = { readonly at: Instant; readonly fileId: SubmissionId | null; readonly id: SubmissionId | null };

/**
 * Creates a plan that chooses among the duplicates in a file and assigns ids. The plan makes the result independent of
 * the order of lines. Only the keys and ids of submissions are in memory.
 */
export function submissionPlan() {
  const planned = new Map<string, Planned>();
  return {
    /** Adds submissions to the plan. Of several duplicates, the plan keeps the submission with the lowest id. */
    note(submissions: readonly NewSubmission[]): void {
      for (const one of submissions) {
        const key = submissionKeyText(one);
        const fileId = leastOf(planned.get(key)?.fileId ?? null, one.id);
        planned.set(key, { at: one.at, fileId, id: fileId });
      }
    },
    /** Returns the highest submission id in the file, or 0 if no line has an id. */
    maxFileId: (): number => [...planned.values()].reduce((greatest, { fileId }) => Math.max(greatest, fileId ?? 0), 0),
    /** Assigns ids to the submissions without an id, in the order of their times. */
    settle(nextId: () => SubmissionId): void {
      const open = [...planned].filter(([, { fileId }]) => fileId === null);
      const inOrder = open.sort(([one, a], [other, b]) => a.at - b.at || (one < other ? -1 : 1));
      for (const [key, plan] of inOrder) planned.set(key, { ...plan, id: nextId() });
    },
    /** Returns true if the plan assigns the id of a submission, because no line for this submission has an id. */
    assigns: (submission: NewSubmission): boolean => planned.get(submissionKeyText(submission))?.fileId === null,
    /** Returns the submissions that the plan keeps, with their ids. Of submissions with equal keys, the plan keeps one. */
    withIds: (submissions: readonly NewSubmission[]): readonly NewSubmission[] =>
      submissions.flatMap((one) => {
        const plan = planned.get(submissionKeyText(one));
        return plan && plan.fileId === one.id ? [{ ...one, id: plan.id }] : [];
      }),
  };
}

const leastOf = (one: SubmissionId | null, other: SubmissionId | null): SubmissionId | null =>
  one === null || other === null ? (one ?? other) : (Math.min(one, other) as SubmissionId);
