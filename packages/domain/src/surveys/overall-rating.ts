import type { Question } from "../catalog/survey.js";
import { displayValues, numberIn } from "./answer-value.js";
import type { SurveyResponse } from "./survey-response.js";
import { answerTo } from "./survey-response.js";

/**
 * A response's overall rating: the answer to the question that is marked overall, as it was given; else the mean of the
 * star answers to one decimal; `null` when there is neither.
 */
export function overallRating(questions: readonly Question[], response: SurveyResponse): number | null {
  const marked = questions.find(({ overall }) => overall);
  return (marked && numberOf(marked, response)) ?? meanOfStars(questions, response);
}

function meanOfStars(questions: readonly Question[], response: SurveyResponse): number | null {
  const stars = questions.filter(({ kind }) => kind === "stars").flatMap((question) => starsOf(question, response));
  if (stars.length === 0) return null;
  const sum = stars.reduce((total, rating) => total + rating, 0);
  return Math.round((sum * 10) / stars.length) / 10;
}

/** An answer beyond the question's stars is shown, but rates nothing. */
function starsOf(question: Question, response: SurveyResponse): readonly number[] {
  const rating = numberOf(question, response);
  return rating !== undefined && rating >= 1 && rating <= displayValues(question).length ? [rating] : [];
}

function numberOf({ id }: Question, response: SurveyResponse): number | undefined {
  const answer = answerTo(response, id);
  return answer === undefined ? undefined : numberIn(answer);
}
