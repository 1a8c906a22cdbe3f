import type { Question } from "../../foundation/catalog/survey.js";
import { displayValues, numberIn } from "./answer-value.js";
import { answerTo, type SurveyResponse } from "./survey-response.js";

/**
 * Returns the overall rating of a survey response: the answer to the question marked `overall`. Without such an answer,
 * returns the mean of all star answers, rounded to one decimal. Returns `null` if there are no star answers.
 */
export function overallRating(questions: readonly Question[], response: SurveyResponse): number | null {
  const marked = questions.find(({ overall }) => overall);
  return (marked && numberOf(marked, response)) ?? meanOfStars(questions, response);
}

/**
 * Returns the rating of a survey response on a scale from 1 to 5, for averages. Maps an overall rating linearly: `1 + 4
 * × (v − min) / (max − min)`. Returns `null` if the response has no rating or the rating is outside its scale.
 */
export function starRating(questions: readonly Question[], response: SurveyResponse): number | null {
  const marked = questions.find(({ overall }) => overall);
  const answer = marked && numberOf(marked, response);
  if (marked && answer !== undefined) return onFiveStars(marked, answer);
  const rated = questions.filter(({ kind }) => kind === "stars");
  const stars = rated.flatMap((one) => starsOf(one, response).flatMap((star) => onFiveStars(one, star) ?? []));
  return stars.length === 0 ? null : toOneDecimal(stars);
}

function onFiveStars(question: Question, value: number): number | null {
  const [min, max] = scaleOf(question);
  if (value < min || value > max) return null;
  return min === 1 && max === 5 ? value : 1 + (4 * (value - min)) / (max - min);
}

/**
 * Returns the lowest and highest value of a question's scale. Defaults to 1 and 5 if the question has no scale with at
 * least two points.
 */
function scaleOf(question: Question): readonly [min: number, max: number] {
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

/**
 * Returns the answer to a star question, or an empty array. Answers outside the scale are published, but do not count
 * as ratings.
 */
function starsOf(question: Question, response: SurveyResponse): readonly number[] {
  const rating = numberOf(question, response);
  return rating !== undefined && rating >= 1 && rating <= displayValues(question).length ? [rating] : [];
}

function numberOf({ id }: Question, response: SurveyResponse): number | undefined {
  const answer = answerTo(response, id);
  return answer === undefined ? undefined : numberIn(answer);
}
