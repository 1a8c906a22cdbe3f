import type { PlatformId } from "../kernel/ids.js";

/** Kinds of question, by type of answer. */
export const questionKinds = ["stars", "single_select", "multi_select", "point_scale", "open_text"] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** Question of a survey. `null` means unknown. */
export type Question = {
  /** Unique within the survey. */
  readonly id: string;
  /** Descriptive name, used as the key of the answer in published responses. */
  readonly name: string;
  /** Question as shown to patients. */
  readonly text: string;
  readonly kind: QuestionKind;
  /** Ordered labels. Answers store the 1-based index. */
  readonly choices: readonly string[];
  /** Bounds of a point scale, with their labels. */
  readonly min: number | null;
  readonly max: number | null;
  readonly minLabel: string | null;
  readonly maxLabel: string | null;
  readonly allowsComment: boolean;
  /** True if the answer is the response's overall rating. */
  readonly overall: boolean;
};

/** Survey with its questions. The id is also the platform's id. */
export type Survey = { readonly id: PlatformId; readonly name: string; readonly questions: readonly Question[] };
