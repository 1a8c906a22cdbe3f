import type { PlatformId } from "../kernel/ids.js";

/** Kinds of questions. The kind determines the type of answer. */
export const questionKinds = ["stars", "single_select", "multi_select", "point_scale", "open_text"] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** Question of a survey. `null` means that a value is unknown. */
export type Question = {
  /** Id of the question, unique within the survey. */
  readonly id: string;
  /** Descriptive name of the question. It is the key of the answer in published responses. */
  readonly name: string;
  /** Text of the question as patients see it. */
  readonly text: string;
  readonly kind: QuestionKind;
  /** Labels of the choices, in order. An answer stores the position of a label, starting at 1. */
  readonly choices: readonly string[];
  /** Minimum of a point scale. `minLabel` and `maxLabel` describe the bounds. */
  readonly min: number | null;
  readonly max: number | null;
  readonly minLabel: string | null;
  readonly maxLabel: string | null;
  readonly allowsComment: boolean;
  /** True if the answer is the overall rating of the response. */
  readonly overall: boolean;
};

/** A survey with its questions. Its id is also the id of its platform. */
export type Survey = { readonly id: PlatformId; readonly name: string; readonly questions: readonly Question[] };
