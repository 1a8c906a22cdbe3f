import type { AnswerKeys, Catalog, Question, Survey } from "../../foundation/catalog/catalog.js";
import { byId } from "../../foundation/catalog/names.js";
import type { RecordStore } from "../../foundation/feed/publication.js";
import type { LocationId, PlatformId, ProviderId, SurveyResponseId } from "../../foundation/kernel/ids.js";
import type { CalendarDate, Instant } from "../../foundation/kernel/times.js";

/**
 * Answer in a survey response. Numbers and the 1-based indexes of choices are strings. Several choices are an array.
 */
export type Answer = string | readonly string[];

/** Patient's response to a survey. `null` means that the value is unknown. */
export type SurveyResponse = {
  readonly id: SurveyResponseId;
  readonly surveyId: PlatformId;
  readonly submittedAt: Instant;
  readonly appointmentDate: CalendarDate | null;
  /** Phone number or email address to which the survey was sent, as received. */
  readonly contact: string | null;
  readonly locationId: LocationId | null;
  readonly providerId: ProviderId | null;
  /** Patient id in the practice's own system. */
  readonly patientId: string | null;
  readonly patientFirst: string | null;
  readonly patientLast: string | null;
  /** Answers by question id. Use `Object.hasOwn` before reading, because a question id can be any string. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** Comments on answers, by question id. */
  readonly comments: Readonly<Record<string, string>>;
  /** Custom fields by name. */
  readonly extras: Readonly<Record<string, string>>;
};

/** Returns the answer to a question, or `undefined` if the question is unanswered. */
export function answerTo({ answers }: SurveyResponse, questionId: string): Answer | undefined {
  const answer = Object.hasOwn(answers, questionId) ? answers[questionId] : undefined;
  return answer?.length ? answer : undefined;
}

/** Returns the comment on a question, or `undefined` if the question has no comment. */
export const commentOn = ({ comments }: SurveyResponse, questionId: string): string | undefined =>
  (Object.hasOwn(comments, questionId) && comments[questionId]) || undefined;

/** Store of the responses to all surveys of an account. */
export type SurveyResponseStore = RecordStore<SurveyResponse>;

/** Fields of every published survey response, in order. The answers follow after these fields. */
export const fixedKeys = [
  "appointment_date",
  "contact",
  "groups",
  "location",
  "location_id",
  "npi",
  "overall",
  "patient_first",
  "patient_id",
  "patient_last",
  "patient_name",
  "provider",
  "state",
  "survey_date",
  "user",
  "user_id",
] as const;

/** First fields of a published survey response. Only the change feed and requests with `keys=true` show them. */
const joinKeys = ["_id", "_changed_at", "_survey_id", "_survey_at", "_answer_codes", "_custom_fields"] as const;

/** Field with all questions and answers. Short survey responses do not have this field. */
const questionsKey = "questions";

/**
 * Returns the field names of a survey's answers in published responses. A field name is the question's descriptive
 * name. A name that another question has or had gets the suffix ` (2)`, ` (3)` and so on. `earlier` has the stored keys.
 */
export function answerKeys(questions: readonly Question[], earlier?: AnswerKeys): readonly string[] {
  const owners = new Map<string, string | undefined>(earlier?.keys);
  for (const key of [...joinKeys, ...fixedKeys, questionsKey]) owners.set(key, undefined);
  return questions.map(({ id, name }) => {
    let key = name;
    for (let count = 2; owners.has(key) && owners.get(key) !== id; count++) key = `${name} (${count})`;
    owners.set(key, id);
    return key;
  });
}

type Surveys = Pick<Catalog, "surveys" | "answerKeys">;

/** Returns the keys to keep for the stored surveys and the loaded surveys, including the keys of earlier questions. */
export function answerKeysToKeep(loaded: readonly Survey[], stored: Surveys): readonly AnswerKeys[] {
  const found = new Map(byId<PlatformId, AnswerKeys>(stored.answerKeys));
  for (const { id, questions } of [...stored.surveys, ...loaded]) {
    const earlier = found.get(id);
    const keys = answerKeys(questions, earlier).map((key, index) => [key, (questions[index] as Question).id] as const);
    found.set(id, { id, keys: [...new Map([...(earlier?.keys ?? []), ...keys])] });
  }
  return [...found.values()];
}

/** Returns the names of all fields of a survey's published responses, in order. */
export const responseColumns = (
  questions: readonly Question[],
  withQuestions: boolean,
  earlier?: AnswerKeys,
): readonly string[] => [...fixedKeys, ...answerKeys(questions, earlier), ...(withQuestions ? [questionsKey] : [])];

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

function chosenLabels(question: Question, answer: Answer): string {
  const labels = new Map(displayValues(question));
  return chosenCodes(question, answer)
    .map((code) => labels.get(code) ?? code)
    .join(", ");
}

/** Returns the codes of the chosen options in the order of the question. Codes without a label follow at the end. */
function chosenCodes(question: Question, answer: Answer): readonly string[] {
  const codes = new Set(codesOf(question, answer));
  const chosen = displayValues(question).flatMap(([code]) => (codes.delete(code) ? [code] : []));
  return [...chosen, ...codes];
}

/**
 * Returns the codes of an answer in the order of its labels, such as the numbers of the chosen options or the number on
 * a point scale. Returns an empty array for open text and for a missing answer.
 */
export function answerCodes(question: Question, answer: Answer | undefined): readonly string[] {
  if (answer === undefined || question.kind === "open_text") return [];
  return question.kind === "point_scale" ? [answerValue(question, answer)] : chosenCodes(question, answer);
}

function codesOf({ kind }: Question, answer: Answer): readonly string[] {
  const texts = typeof answer !== "string" ? answer : kind === "multi_select" ? answer.split(",") : [answer];
  return texts.map((text) => text.trim()).filter((code) => code !== "");
}

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
