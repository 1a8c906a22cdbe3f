import type { Question } from "../../foundation/catalog/survey.js";
import type { Answer } from "./survey-response.js";

type Label = readonly [code: string, label: string];

const starLabels = ["1", "2", "3", "4", "5"];

/**
 * Returns the answer codes of a question with their labels, in order: choices, stars, or the two bounds of a point
 * scale. Returns an empty array for open text.
 */
export function displayValues({ kind, choices, min, max, minLabel, maxLabel }: Question): readonly Label[] {
  switch (kind) {
    case "stars":
      return numbered(choices.length > 0 ? choices : starLabels);
    case "single_select":
    case "multi_select":
      return numbered(choices);
    case "point_scale":
      return [bound(min, minLabel), bound(max, maxLabel)].flat();
    case "open_text":
      return [];
  }
}

const numbered = (labels: readonly string[]): readonly Label[] =>
  labels.map((label, index) => [String(index + 1), label]);

const bound = (value: number | null, label: string | null): readonly Label[] =>
  value === null ? [] : [[String(value), label || String(value)]];

/**
 * Formats an answer as a string: the labels of the choices, the number, or the comment.
 * Returns an empty string if the answer is missing.
 */
export function answerValue(question: Question, answer: Answer | undefined): string {
  if (answer === undefined) return "";
  switch (question.kind) {
    case "open_text":
      return textOf(answer);
    case "point_scale":
      return String(numberIn(answer) ?? textOf(answer));
    default:
      return chosenLabels(question, answer);
  }
}

/** Returns the answer as a number, or `undefined` if the answer is not a number. */
export const numberIn = (answer: Answer): number | undefined =>
  /^\s*-?\d{1,15}(\.\d{1,15})?\s*$/.test(textOf(answer)) ? Number(textOf(answer)) : undefined;

const textOf = (answer: Answer): string => (typeof answer === "string" ? answer : answer.join(", "));

/** Returns the labels of the chosen options in the order of the question. Codes without a label follow at the end. */
function chosenLabels(question: Question, answer: Answer): string {
  const codes = new Set(codesOf(question, answer));
  const labels = displayValues(question);
  const chosen = labels.filter(([code]) => codes.has(code)).map(([, label]) => label);
  for (const [code] of labels) codes.delete(code);
  return [...chosen, ...codes].join(", ");
}

function codesOf({ kind }: Question, answer: Answer): readonly string[] {
  const texts = typeof answer !== "string" ? answer : kind === "multi_select" ? answer.split(",") : [answer];
  return texts.map((text) => text.trim()).filter((code) => code !== "");
}
