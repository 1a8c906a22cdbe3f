import type { Question } from "../../foundation/catalog/survey.js";
import { displayValues, numberIn } from "./answer-value.js";
import type { SurveyResponse } from "./survey-response.js";
import { answerTo } from "./survey-response.js";

/**
 * Returns a response's overall rating: the answer to the question marked overall. Without such an answer, returns the
 * mean of the star answers to one decimal, or `null` if there are none.
 */
export function overallRating(questions: readonly Question[], response: SurveyResponse): number | null {
  const marked = questions.find(({ overall }) => overall);
  return (marked && numberOf(marked, response)) ?? meanOfStars(questions, response);
}

/**
 * Returns a response's rating for averages, or `null` if there is none or if it is outside of its scale. The overall
 * rating is mapped linearly to 1 to 5: `1 + 4 × (v − min) / (max − min)`.
 */
export function starRating(questions: readonly Question[], response: SurveyResponse): number | null {
  const marked = questions.find(({ overall }) => overall);
  const answer = marked && numberOf(marked, response);
  if (marked && answer !== undefined) return onFiveStars(marked, answer);
  const rated = questions.filter(({ kind }) => kind === "stars");
  const stars = rated.flatMap((one) => starsOf(one, response).flatMap((given) => onFiveStars(one, given) ?? []));
  return stars.length === 0 ? null : toOneDecimal(stars);
}

function onFiveStars(question: Question, value: number): number | null {
  const [least, most] = scaleOf(question);
  if (value < least || value > most) return null;
  return least === 1 && most === 5 ? value : 1 + (4 * (value - least)) / (most - least);
}

/** Returns the bounds of a question's scale. Questions without a scale of at least two points use 1 to 5. */
function scaleOf(question: Question): readonly [least: number, most: number] {
  const { kind, min, max } = question;
  if (kind === "point_scale" && min !== null && max !== null && min < max) return [min, max];
  const choices = kind === "open_text" ? 0 : displayValues(question).length;
  return choices > 1 && kind !== "point_scale" ? [1, choices] : [1, 5];
}

function meanOfStars(questions: readonly Question[], response: SurveyResponse): number | null {
  const stars = questions.filter(({ kind }) => kind === "stars").flatMap((question) => starsOf(question, response));
  return stars.length === 0 ? null : toOneDecimal(stars);
}

const toOneDecimal = (ratings: readonly number[]): number =>
  Math.round((ratings.reduce((total, rating) => total + rating, 0) * 10) / ratings.length) / 10;

/** Returns a star answer. Answers outside of the scale are shown but not rated. */
function starsOf(question: Question, response: SurveyResponse): readonly number[] {
  const rating = numberOf(question, response);
  return rating !== undefined && rating >= 1 && rating <= displayValues(question).length ? [rating] : [];
}

function numberOf({ id }: Question, response: SurveyResponse): number | undefined {
  const answer = answerTo(response, id);
  return answer === undefined ? undefined : numberIn(answer);
}
