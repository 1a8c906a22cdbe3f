import type { Question, Survey } from "../../foundation/catalog/catalog.js";
import { type RecordPage, removeRecords } from "../../foundation/feed/publication.js";
import { contactOf } from "../../foundation/kernel/contact-details.js";
import type { AccountId, LocationId, PlatformId, ProviderId, SurveyResponseId } from "../../foundation/kernel/ids.js";
import { isJsonObject } from "../../foundation/kernel/json.js";
import {
  date,
  defaulted,
  idOf,
  instant,
  mapOf,
  optional,
  ownId,
  shortText,
  text,
  textMap,
} from "../../foundation/kernel/line-fields.js";
import { type Field, type LineProblem, type Shaped, writeLine } from "../../foundation/kernel/line-shape.js";
import type { ReadStores } from "../../foundation/kernel/storage.js";
import { factsFrom, foundByRows, rowsOf } from "../../foundation/records/personal-data.js";
import { publishedLists } from "../../foundation/records/record-lists.js";
import {
  type LineCheck,
  type LoadedType,
  mentionedIn,
  publishedLines,
  recordMentions,
  storedLines,
} from "../../foundation/records/record-type.js";
import { surveyResponsePublication } from "./survey-response-item.js";
import { type Answer, answerTo, numberIn, type SurveyResponse } from "./survey-response.js";

const readOne = (value: unknown): string | undefined =>
  typeof value === "number" && Number.isFinite(value) ? String(value) : text.read(value);

/** Answer to a survey question. Numbers are stored as strings. */
const answer: Field<Answer> = {
  expected: "a string, a number, or an array of these",
  read: (value) => {
    if (!Array.isArray(value)) return readOne(value);
    const read = value.map(readOne);
    return read.includes(undefined) ? undefined : (read as string[]);
  },
};

/** Wraps an object field of a bundle line so that members with the value `null` are ignored. */
const withoutNulls = <T>(field: Field<T>): Field<T> => {
  const nonNull = (value: unknown) =>
    isJsonObject(value) ? Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null)) : value;
  const { inside = () => [] } = field;
  return { ...field, read: (value) => field.read(nonNull(value)), inside: (value) => inside(nonNull(value)) };
};

/** Fields of a `survey_response` line in a bundle. */
export const surveyResponseLine = {
  id: ownId<SurveyResponseId>(),
  survey_id: idOf<PlatformId>("survey"),
  submitted_at: instant,
  appointment_date: optional(date),
  contact: optional(shortText),
  location_id: optional(idOf<LocationId>("location")),
  provider_id: optional(idOf<ProviderId>("provider")),
  patient_id: optional(shortText),
  patient_first: optional(shortText),
  patient_last: optional(shortText),
  answers: withoutNulls(mapOf(answer, "an object that maps question ids to strings, numbers, or arrays of these")),
  comments: defaulted(withoutNulls(mapOf(text, "an object that maps question ids to strings")), {}),
  extras: defaulted(textMap, {}),
};

type SurveyResponseLine = Shaped<typeof surveyResponseLine>;

const surveyResponseFromLine = (line: SurveyResponseLine): SurveyResponse => ({
  id: line.id,
  surveyId: line.survey_id,
  submittedAt: line.submitted_at,
  appointmentDate: line.appointment_date,
  contact: line.contact,
  locationId: line.location_id,
  providerId: line.provider_id,
  patientId: line.patient_id,
  patientFirst: line.patient_first,
  patientLast: line.patient_last,
  answers: line.answers,
  comments: line.comments,
  extras: line.extras,
});

/** Checks that responses answer their surveys. A survey may come after its responses in the bundle. */
const checkAnswers = (): LineCheck => ({
  compare({ surveys }) {
    const byId = new Map(surveys.map((survey) => [survey.id, survey]));
    return ({ values }) => {
      const response = surveyResponseFromLine(values as SurveyResponseLine);
      const survey = byId.get(response.surveyId);
      return survey ? answerProblems(response, survey) : [];
    };
  },
});

const page = ({ surveyResponses }: ReadStores, account: AccountId, next: RecordPage) =>
  surveyResponses.page(account, next);

export const surveyResponseType: LoadedType<"survey_response"> = {
  kind: "survey_response",
  lines: {
    ...publishedLines(surveyResponseLine, surveyResponseFromLine, surveyResponsePublication),
    contacts: ["contact"],
    pages: page,
    async *stored(stores, account) {
      const { surveys } = await stores.catalog.read(account, "surveys");
      const byId = new Map(surveys.map((survey) => [survey.id, survey]));
      const toLine = (one: SurveyResponse) => writeLine(surveyResponseLine, withAccepted(one, byId.get(one.surveyId)));
      yield* storedLines(page, toLine)(stores, account);
    },
    check: checkAnswers,
  },
  lists: publishedLists("survey_responses", surveyResponsePublication),
  mentions: recordMentions({ kind: "survey_response", mentions: mentionedIn(surveyResponseLine), page }),
  ofPerson: foundByRows(
    rowsOf(page, ({ patientId, contact }) => factsFrom(patientId, [contactOf(contact ?? "")])),
    (ids, work) => removeRecords(surveyResponsePublication, ids, work),
  ),
};

/**
 * Returns a problem for each answer or comment that does not fit the survey's questions.
 * Unknown choice codes are accepted.
 */
function answerProblems(response: SurveyResponse, { id, questions }: Survey): readonly LineProblem[] {
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

/** Returns a response without the answers and comments that its survey no longer accepts. */
function withAccepted(response: SurveyResponse, survey: Survey | undefined): SurveyResponse {
  const wrong = new Set(survey && answerProblems(response, survey).map(({ key }) => key));
  if (wrong.size === 0) return response;
  const accepted = <T>(key: "answers" | "comments", of: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(of).filter(([question]) => !wrong.has(`${key}.${question}`)));
  const { answers, comments } = response;
  return { ...response, answers: accepted("answers", answers), comments: accepted("comments", comments) };
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
