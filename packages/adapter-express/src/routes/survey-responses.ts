import { route } from "../route.js";
import { listOf } from "../schema.js";
import { date, filters, listQuery, surveyId } from "./list-query.js";
import { responseItem, responseItemV1 } from "./survey-response-item.js";
import { keyed } from "./keyed.js";

const facts = {
  method: "get",
  path: "/survey-responses",
  operation: "listSurveyResponses",
  tag: "Surveys",
  summary: "Responses to one survey, newest first",
  access: "data-sync",
  readsQuery: true,
  key: [],
} as const;

const asked = {
  survey_id: surveyId,
  start_date: date("From here on, without an end of its own"),
  end_date: date("Up to and including this"),
};

/** Responses to a survey, newest first, with the questions that they answer. */
export const surveyResponses = route({
  ...facts,
  ...listQuery({ ...asked, ...filters }, "survey_id"),
  reply: listOf(keyed(responseItem, "_survey_id")),
  stream: (domain, { account, query }) => domain.surveys.responses(account, query, { questions: true }),
});

/** The same without the filters and the questions of v2. */
export const surveyResponsesV1 = route({
  ...facts,
  ...listQuery(asked, "survey_id"),
  reply: listOf(keyed(responseItemV1, "_survey_id")),
  stream: (domain, { account, query }) => domain.surveys.responses(account, query, { questions: false }),
});
