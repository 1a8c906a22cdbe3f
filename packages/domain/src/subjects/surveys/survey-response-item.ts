import type { AnswerKeys, CatalogPorts, Question } from "../../foundation/catalog/catalog.js";
import type { Names } from "../../foundation/catalog/names.js";
import type { FeedEntry, FeedList } from "../../foundation/feed/feed.js";
import type { Publication } from "../../foundation/feed/publication.js";
import { collectProblems, invalidParameter } from "../../foundation/kernel/domain-error.js";
import type { AccountId, ItemKeys, PlatformId } from "../../foundation/kernel/ids.js";
import { parseInteger } from "../../foundation/kernel/numbers.js";
import { displayTime, type Instant, isoInstant } from "../../foundation/kernel/times.js";
import type { FilterQuery } from "../../foundation/lists/filters.js";
import type { ListQuery, PageQuery, WithMember } from "../../foundation/lists/list-query.js";
import { type AnyItem, type ListPorts, type ListReading, readList } from "../../foundation/lists/read-list.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import {
  answerCodes,
  answerKeys,
  answerTo,
  answerValue,
  commentOn,
  displayValues,
  type fixedKeys,
  overallRating,
  responseColumns,
  starRating,
  type SurveyResponse,
} from "./survey-response.js";

/** Members of a survey response that do not depend on the questions. A member is `null` if its value is unknown. */
export type SurveyResponseMembers = ItemKeys & {
  readonly _survey_id?: number;
  /** Time of submission, as an ISO 8601 timestamp in UTC. */
  readonly _survey_at?: string | null;
  /** Codes of the chosen answers, by question id. Without open questions and questions without an answer. */
  readonly _answer_codes?: Readonly<Record<string, readonly string[]>>;
  /** Custom fields of the practice, by name. */
  readonly _custom_fields?: Readonly<Record<string, string>>;
  /** Date of the appointment, as `YYYY-MM-DD`. */
  readonly appointment_date: string | null;
  /** Phone number or email address that the survey was sent to. */
  readonly contact: string | null;
  /** Ids of the groups that contain the location or the provider, in ascending order. */
  readonly groups: readonly number[];
  /** Name of the location. */
  readonly location: string | null;
  readonly location_id: number | null;
  /** National Provider Identifier of the provider. */
  readonly npi: string | null;
  /** Answer to the question marked as overall. If there is no such answer, the mean of all star ratings. */
  readonly overall: number | null;
  readonly patient_first: string | null;
  readonly patient_id: string | null;
  readonly patient_last: string | null;
  readonly patient_name: string | null;
  /** Name of the provider. */
  readonly provider: string | null;
  /** State in the location's address. */
  readonly state: string | null;
  /** Time of submission in the account's time zone, such as `3/2/2026 10:05:00 am`. */
  readonly survey_date: string;
  /** Equal to `patient_name`. */
  readonly user: string | null;
  /** Equal to `patient_id`. */
  readonly user_id: string | null;
  /** Questions and answers, in survey order. Present only if the request asks for them. */
  readonly questions?: readonly AnsweredQuestion[];
};

/** Question of a survey with the answer of one response. */
export type AnsweredQuestion = {
  readonly question_id: string;
  /** Question as shown to patients. */
  readonly question_text: string;
  /** Label of the answer. Empty if the question was not answered. */
  readonly val: string;
  /** Labels of the possible answers, by answer code. */
  readonly display_values: Readonly<Record<string, string>>;
  readonly comment?: string;
};

/**
 * Item of the list of survey responses. The answers are members of the item. The key of an answer is the name of its
 * question, and the value is a string.
 */
export type SurveyResponseItem = SurveyResponseMembers & AnyItem;

export type SurveyResponseQuery = Pick<ListQuery, "start_date" | "end_date"> &
  PageQuery &
  FilterQuery & { readonly survey_id?: string };

/** Form of the survey responses in a list. If `questions` is true, each response contains the field `questions`. */
export type SurveyResponseForm = { readonly questions: boolean };

/**
 * Lists the responses to one survey of the account, newest first. If `end_date` is absent, the list has no upper limit.
 */
export function listSurveyResponses(ports: ListPorts) {
  const read = readList<never>(ports, { start: "start_date", end: "end_date", startAlone: "onward" });
  return async <Form extends SurveyResponseForm>(
    account: AccountId,
    { survey_id, ...query }: SurveyResponseQuery,
    { questions: tail }: Form,
  ): Promise<ListReading<WithMember<SurveyResponseItem, "questions", Form["questions"]>>> => {
    const wrong = collectProblems();
    const { id, questions, earlier } =
      (await wrong.attemptLater(() => surveyOf(ports, account, survey_id))) ?? noSurvey;
    const list = { list: responseList(id), tail, columns: responseColumns(questions, tail, earlier) };
    const reading = await wrong.attemptLater(() => read(account, list, query));
    wrong.refuse();
    return reading as ListReading<never>;
  };
}

/** Stands in for an unknown survey, so that the other query parameters can still be validated. */
const noSurvey = { id: 0 as PlatformId, questions: [], earlier: undefined };

/**
 * Returns a survey of the account. If the survey has a platform but no survey record, returns a survey without
 * questions.
 */
async function surveyOf({ storage }: CatalogPorts, account: AccountId, text: string | undefined) {
  if (text === undefined) throw invalidParameter("invalid_parameter", "survey_id", "survey_id is required");
  const id = parseInteger("survey_id", text);
  const { platforms, surveys, answerKeys } = await storage.read(account, ({ catalog }) =>
    catalog.read(account, "platforms", "surveys", "answerKeys"),
  );
  if (!platforms.some((platform) => platform.id === id && platform.isSurvey)) {
    throw invalidParameter("unknown_ids", "survey_id", `unknown survey_id for this account: ${id}`);
  }
  const questions = surveys.find((survey) => survey.id === id)?.questions ?? [];
  return { id: id as PlatformId, questions, earlier: answerKeys.find((one) => one.id === id) };
}

/** Returns the name of the list with the responses to a survey. */
const responseList = (survey: PlatformId): FeedList => `responses/${survey}`;

export const surveyResponsePublication: Publication<SurveyResponse> = {
  showsLocalTime: true,
  store: ({ surveyResponses }) => surveyResponses,
  listsOf: ({ surveyId }) => [responseList(surveyId)],
  async render(responses, work) {
    const entryOf = renderingBySurvey(work);
    return responses.map((response) => ({
      list: responseList(response.surveyId),
      entry: entryOf(response.surveyId)(response),
    }));
  },
};

function renderingBySurvey({ names, timeZone, now }: UnitOfWork<unknown>) {
  const display = displayTime(timeZone);
  const made = new Map<PlatformId, ReturnType<typeof responseEntries>>();
  return (id: PlatformId) => {
    const known = made.get(id);
    if (known) return known;
    const questions = names.survey(id)?.questions ?? [];
    const entryOf = responseEntries({ questions, earlier: names.answerKeys(id), names, display, modifiedAt: now });
    made.set(id, entryOf);
    return entryOf;
  };
}

type ResponseRendering = {
  readonly questions: readonly Question[];
  /** Keys that the answers of the survey have had so far. */
  readonly earlier?: AnswerKeys | undefined;
  readonly names: Names;
  /** Formats an instant in the account's time zone. */
  readonly display: (instant: Instant) => string;
  readonly modifiedAt: Instant;
};

/**
 * Creates a function that renders survey responses as list entries. Each answer is a field of the item.
 * The field `questions` is in the `tail` of the entry, because short responses omit it.
 */
export function responseEntries(rendering: ResponseRendering): (response: SurveyResponse) => FeedEntry {
  const answersOf = surveyForm(rendering);
  return (response) => {
    const answers = answersOf(response);
    const rating = starRating(rendering.questions, response);
    const fixed = JSON.stringify(fixedMembers(response, rendering)).slice(1, -1);
    return {
      kind: 0,
      id: response.id,
      at: response.submittedAt,
      modifiedAt: rendering.modifiedAt,
      locationId: response.locationId,
      providerId: response.providerId,
      rating: null,
      fields: response.extras,
      json: `{${[fixed, ...answers.map(({ member }) => member)].join(",")}}`,
      tail: `"questions":[${answers.map(({ element }) => element).join(",")}]`,
      keys: `${keysOf(response)},"_answer_codes":{${answers.flatMap(({ codes }) => codes ?? []).join(",")}}`,
      ...(rating !== null && { rated: { platformId: response.surveyId, rating, isShown: false } }),
    };
  };
}

const keysOf = ({ surveyId, submittedAt, extras }: SurveyResponse): string =>
  `"_survey_id":${surveyId},"_survey_at":"${isoInstant(submittedAt)}","_custom_fields":${JSON.stringify(extras)}`;

function fixedMembers(response: SurveyResponse, rendering: ResponseRendering) {
  const { names, display, questions } = rendering;
  const location = names.location(response.locationId);
  const provider = names.provider(response.providerId);
  const name = fullName(response);
  return {
    appointment_date: response.appointmentDate,
    contact: response.contact,
    groups: names.groups(response.locationId, response.providerId),
    location: location.name,
    location_id: response.locationId,
    npi: provider.npi,
    overall: overallRating(questions, response),
    patient_first: response.patientFirst,
    patient_id: response.patientId,
    patient_last: response.patientLast,
    patient_name: name,
    provider: provider.name,
    state: location.state,
    survey_date: display(response.submittedAt),
    user: name,
    user_id: response.patientId,
  } satisfies Record<(typeof fixedKeys)[number], unknown> & SurveyResponseMembers;
}

const fullName = ({ patientFirst, patientLast }: SurveyResponse): string | null =>
  [patientFirst, patientLast].filter(Boolean).join(" ") || null;

/**
 * Answer rendered as JSON in three forms: a member of the published response, an element of the array `questions`, and
 * a member of `_answer_codes`.
 */
type RenderedAnswer = { readonly member: string; readonly element: string; readonly codes: string | undefined };

/**
 * Creates a function that renders the answers of a response to these questions. The JSON that all responses share is
 * rendered only once.
 */
function surveyForm({
  questions,
  earlier,
}: ResponseRendering): (response: SurveyResponse) => readonly RenderedAnswer[] {
  const keys = answerKeys(questions, earlier);
  const rows = questions.map((question, index) => rowOf(question, keys[index] as string));
  return (response) => rows.map((row) => row(response));
}

function rowOf(question: Question, key: string): (response: SurveyResponse) => RenderedAnswer {
  const { id, text, allowsComment } = question;
  const member = `${JSON.stringify(key)}:`;
  const opening = `{"question_id":${JSON.stringify(id)},"question_text":${JSON.stringify(text)},"val":`;
  const labels = `,"display_values":${jsonObject(displayValues(question))}`;
  return (response) => {
    const answer = answerTo(response, id);
    const val = JSON.stringify(answerValue(question, answer));
    const chosen = answerCodes(question, answer);
    const codes = chosen.length === 0 ? undefined : `${JSON.stringify(id)}:${JSON.stringify(chosen)}`;
    const comment = allowsComment ? commentOn(response, id) : undefined;
    const remark = comment === undefined ? "" : `,"comment":${JSON.stringify(comment)}`;
    return { member: member + val, element: `${opening}${val}${labels}${remark}}`, codes };
  };
}

/**
 * Serializes a JSON object with its members in the given order.
 *
 * A JavaScript object would move integer-like names to the front and treat `__proto__` specially.
 */
const jsonObject = (members: Iterable<readonly [name: string, value: unknown]>): string =>
  `{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`;
