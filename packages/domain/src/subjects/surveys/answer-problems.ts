import type { Question, Survey } from "../../foundation/catalog/survey.js";
import type { LineProblem } from "../../foundation/kernel/line-shape.js";
import { numberIn } from "./answer-value.js";
import { type Answer, answerTo, type SurveyResponse } from "./survey-response.js";

/**
 * Returns a problem for each answer or comment that does not fit the survey's questions.
 * Unknown choice codes are accepted.
 */
export function answerProblems(response: SurveyResponse, { id, questions }: Survey): readonly LineProblem[] {
  const requested = new Map(questions.map((question) => [question.id, question]));
  const unknownQuestions = (key: "answers" | "comments") =>
    Object.keys(response[key])
      .filter((question) => !requested.has(question))
      .map((question) => ({ key: `${key}.${question}`, message: `survey ${id} has no such question` }));
  const wrong = questions.flatMap((question) => {
    const answer = answerTo(response, question.id);
    const expected = answer === undefined ? undefined : expectedInstead(question, answer);
    return expected === undefined ? [] : [{ key: `answers.${question.id}`, message: `expected ${expected}` }];
  });
  return [...unknownQuestions("answers"), ...wrong, ...unknownQuestions("comments")];
}

/** Returns a description of the answers that a question accepts, or `undefined` if the given answer is valid. */
function expectedInstead(question: Question, answer: Answer): string | undefined {
  if (typeof answer !== "string" && question.kind !== "multi_select")
    return "one answer, because the question accepts only one";
  return question.kind === "point_scale" && !isOnScale(question, numberIn(answer)) ? scaleOf(question) : undefined;
}

/** Returns true if a question is a net promoter question. Answers to such a question must be integers. */
const isNetPromoter = ({ min, max }: Question): boolean => min === 0 && max === 10;

function isOnScale(question: Question, value: number | undefined): boolean {
  const { min, max } = question;
  if (value === undefined || min === null || max === null) return false;
  return value >= min && value <= max && (!isNetPromoter(question) || Number.isInteger(value));
}

const scaleOf = (question: Question): string =>
  `a ${isNetPromoter(question) ? "whole " : ""}number from ${question.min} to ${question.max}`;
