import type { Names } from "../../foundation/catalog/names.js";
import type { Question } from "../../foundation/catalog/survey.js";
import type { FeedEntry } from "../../foundation/feed/feed.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import { isoInstant } from "../../foundation/kernel/instant.js";
import type { fixedKeys } from "./answer-keys.js";
import { overallRating, starRating } from "./overall-rating.js";
import { surveyForm } from "./survey-form.js";
import type { SurveyResponse } from "./survey-response.js";

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
  } satisfies Record<(typeof fixedKeys)[number], unknown>;
}

const fullName = ({ patientFirst, patientLast }: SurveyResponse): string | null =>
  [patientFirst, patientLast].filter(Boolean).join(" ") || null;
