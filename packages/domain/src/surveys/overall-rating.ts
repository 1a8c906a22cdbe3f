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

/**
 * What a response enters averages with: its overall rating, mapped from the scale of its question to 1 to 5
 * (`1 + 4 × (v − min) / (max − min)`); `null` where there is none, or one beyond its scale.
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

/** Where a question says no scale of at least two points, an answer is taken for stars. */
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

/** An answer beyond the question's stars is shown, but rates nothing. */
function starsOf(question: Question, response: SurveyResponse): readonly number[] {
  const rating = numberOf(question, response);
  return rating !== undefined && rating >= 1 && rating <= displayValues(question).length ? [rating] : [];
}

function numberOf({ id }: Question, response: SurveyResponse): number | undefined {
  const answer = answerTo(response, id);
  return answer === undefined ? undefined : numberIn(answer);
}
