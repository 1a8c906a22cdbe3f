import type { Names } from "../../foundation/catalog/names.js";
import type { Question } from "../../foundation/catalog/survey.js";
import type { FeedEntry } from "../../foundation/feed/feed.js";
import { type Instant, isoInstant } from "../../foundation/kernel/instant.js";
import type { ItemKeys } from "../../foundation/kernel/item-keys.js";
import type { AnyItem } from "../../foundation/lists/read-list.js";
import type { fixedKeys } from "./answer-keys.js";
import { overallRating, starRating } from "./overall-rating.js";
import { surveyForm } from "./survey-form.js";
import type { SurveyResponse } from "./survey-response.js";

/** Members of a survey response that do not depend on the questions. A member is `null` if its value is unknown. */
export type SurveyResponseMembers = ItemKeys & {
  readonly _survey_id?: number;
  /** Time of submission, as an ISO 8601 timestamp in UTC. */
  readonly _survey_at?: string | null;
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

export type ResponseRendering = {
  readonly questions: readonly Question[];
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
  const answersOf = surveyForm(rendering.questions);
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
      customFields: response.extras,
      json: `{${[fixed, ...answers.map(({ member }) => member)].join(",")}}`,
      tail: `"questions":[${answers.map(({ element }) => element).join(",")}]`,
      keys: `"_survey_id":${response.surveyId},"_survey_at":"${isoInstant(response.submittedAt)}"`,
      ...(rating !== null && { rated: { platformId: response.surveyId, rating, isShown: false } }),
    };
  };
}

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
