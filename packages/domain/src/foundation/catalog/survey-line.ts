import type { PlatformId } from "../kernel/ids.js";
import {
  defaulted,
  flag,
  idOf,
  label,
  labels,
  oneOf,
  optional,
  shortText,
  text,
  wholeFrom,
} from "../kernel/line-fields.js";
import { objectsOf } from "../kernel/line-objects.js";
import type { Shaped } from "../kernel/line-shape.js";
import { type Question, questionKinds, type Survey } from "./survey.js";

const bound = optional(wholeFrom(-1_000, 1_000));

const questionShape = {
  question_id: label,
  name: label,
  text,
  kind: oneOf(questionKinds),
  choices: defaulted(labels, []),
  min: bound,
  max: bound,
  min_label: optional(shortText),
  max_label: optional(shortText),
  allows_comment: defaulted(flag, false),
  overall: defaulted(flag, false),
};

type QuestionLine = Shaped<typeof questionShape>;

const anyQuestions = objectsOf(questionShape, "an array of questions");

/**
 * Field for the questions of a survey.
 * Checks that question ids are unique and that each question has the options that its kind requires.
 */
const questions: typeof anyQuestions = {
  ...anyQuestions,
  expected:
    "an array of questions with unique ids, choices for each select question, min below max for each point scale, and at most one overall question",
  read: (value) => {
    const read = anyQuestions.read(value);
    return read && areDistinct(read) && read.every(canBeAnswered) ? read : undefined;
  },
};

const areDistinct = (read: readonly QuestionLine[]): boolean =>
  new Set(read.map((question) => question.question_id)).size === read.length &&
  read.filter((question) => question.overall).length <= 1;

function canBeAnswered({ kind, choices, min, max }: QuestionLine): boolean {
  if (kind === "single_select" || kind === "multi_select") return choices.length > 0;
  return kind !== "point_scale" || (min !== null && max !== null && min < max);
}

export const surveyLine = { id: idOf<PlatformId>("platform"), name: label, questions };

export type SurveyLine = Shaped<typeof surveyLine>;

export const surveyFromLine = (line: SurveyLine): Survey => ({
  id: line.id,
  name: line.name,
  questions: line.questions.map(questionFromLine),
});

const questionFromLine = (line: QuestionLine): Question => ({
  id: line.question_id,
  name: line.name,
  text: line.text,
  kind: line.kind,
  choices: line.choices,
  min: line.min,
  max: line.max,
  minLabel: line.min_label,
  maxLabel: line.max_label,
  allowsComment: line.allows_comment,
  overall: line.overall,
});
