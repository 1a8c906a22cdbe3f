import type { PlatformId } from "../kernel/ids.js";

/** How a question is answered. */
export const questionKinds = ["stars", "single_select", "multi_select", "point_scale", "open_text"] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** One question of a survey; `null` is unknown. */
export type Question = {
  /** Identifies the question within its survey. */
  readonly id: string;
  /** Its descriptive name: the key of its answer in published responses. */
  readonly name: string;
  /** What patients read. */
  readonly text: string;
  readonly kind: QuestionKind;
  /** Labels in their order: answers are stored as their 1-based index. */
  readonly choices: readonly string[];
  /** The bounds of a point scale, and what they are called. */
  readonly min: number | null;
  readonly max: number | null;
  readonly minLabel: string | null;
  readonly maxLabel: string | null;
  readonly allowsComment: boolean;
  /** Whether its answer is the response's overall rating. */
  readonly overall: boolean;
};

/** A survey's questions; its id is that of the platform that it is. */
export type Survey = { readonly id: PlatformId; readonly name: string; readonly questions: readonly Question[] };
