import { route } from "../route.js";
import { listOf } from "../schema.js";
import { keyed } from "./keyed.js";
import { date, filters, listQuery, surveyId } from "./list-query.js";
import { responseItem, responseItemV1 } from "./survey-response-item.js";

const facts = {
  method: "get",
  path: "/survey-responses",
  operation: "listSurveyResponses",
  tag: "Surveys",
  summary: "List survey responses",
  description:
    "Responses to one survey, newest first by submission time. Without a date, the list covers all time. With only `start_date`, the list covers everything from that time. Each row has one field per question, so the fields differ between " +
    "surveys. Rows have an id only with `keys=true`.",
  access: "data-sync",
  readsQuery: true,
  key: [],
} as const;

const ownParameters = {
  survey_id: surveyId,
  start_date: date("Start of the window. Without `end_date`, the window has no end."),
  end_date: date("Inclusive end of the window. A date includes the whole day in the account's time zone."),
};

/** Lists survey responses with their `questions`, newest first. */
export const surveyResponses = route({
  ...facts,
  ...listQuery({ ...ownParameters, ...filters }, "survey_id"),
  reply: listOf(keyed(responseItem, "_survey_id", "_survey_at")),
  stream: (domain, { account, query }) => domain.surveys.responses(account, query, { questions: true }),
});

/** Lists survey responses for v1, without filters and `questions`. */
export const surveyResponsesV1 = route({
  ...facts,
  ...listQuery(ownParameters, "survey_id"),
  reply: listOf(keyed(responseItemV1, "_survey_id", "_survey_at")),
  stream: (domain, { account, query }) => domain.surveys.responses(account, query, { questions: false }),
});
