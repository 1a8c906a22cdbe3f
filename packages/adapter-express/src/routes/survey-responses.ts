import { route } from "../route.js";
import { exactly, listOf, type Schema } from "../schema.js";
import { day, id, keyed, number, responseKeys, text } from "./item-schemas.js";
import { date, filters, listQuery, surveyId } from "./list-query.js";

const question = {
  title: "AnsweredQuestion",
  ...exactly(
    {
      question_id: { type: "string", description: "Question id, unique within its survey." },
      question_text: { type: "string", description: "Question as shown to patients." },
      val: {
        type: "string",
        description:
          "Label of the answer. Empty if the question was not answered. The survey response also has this label in the field named after the question.",
      },
      display_values: {
        type: "object",
        description:
          "Labels of the possible answers, keyed by answer code. The codes of choices start at 1. A point scale has labels only for its lowest and highest value. Empty for open questions.",
        additionalProperties: { type: "string" },
      },
      comment: { type: "string", description: "Comment on the answer. Absent if there is none." },
    },
    "comment",
  ),
} as const satisfies Schema;

const responseMembers = {
  appointment_date: day("Date of the appointment, `YYYY-MM-DD`. Null if unknown."),
  contact: text("Phone number or email address that the survey was sent to. Null if unknown."),
  groups: {
    type: "array",
    description: "Ids of the groups that contain the location or provider, in ascending order.",
    items: { type: "integer" },
  },
  location: text("Name of the location. Null if unknown."),
  location_id: id("Location id. Null if unknown."),
  npi: text("National Provider Identifier (NPI) of the provider. Null if unknown."),
  overall: number(
    "Overall rating: the answer to the question marked as overall, or the mean of all star ratings if there is no such answer. Null if there are no ratings.",
  ),
  patient_first: text("First name of the patient. Null if unknown."),
  patient_id: text("Patient id. Null if unknown."),
  patient_last: text("Last name of the patient. Null if unknown."),
  patient_name: text("Full name of the patient. Null if unknown."),
  provider: text("Name of the provider. Null if unknown."),
  state: text("State in the location's address. Null if unknown."),
  survey_date: { type: "string", description: "Date and time of submission, in the account's time zone." },
  user: text("Equal to `patient_name`."),
  user_id: text("Equal to `patient_id`."),
} as const;

const responseDescription =
  "One survey response. In addition to the listed fields, a response has one field per question, in survey order. The key is the descriptive name of the question. The value is the label of the answer. A key that another field or question has or had gets the suffix ` (2)`, ` (3)` and so on, so a key never moves to another question.";

const responseExample = {
  appointment_date: "2026-03-01",
  contact: "801-555-0142",
  groups: [30],
  location: "Main Street",
  location_id: 1,
  npi: "1234567893",
  overall: 5,
  patient_first: "Bo",
  patient_id: "MRN-5",
  patient_last: "Tran",
  patient_name: "Bo Tran",
  provider: "Dr. Ada Quill",
  state: "UT",
  survey_date: "3/2/2026 10:05:00 am",
  user: "Bo Tran",
  user_id: "MRN-5",
  "Overall visit": "5",
  "Time waited": "Under 10 minutes",
};

const questionsExample = [
  {
    question_id: "overall",
    question_text: "How was your visit?",
    val: "5",
    display_values: { "1": "1", "2": "2", "3": "3", "4": "4", "5": "5" },
    comment: "Kind and quick",
  },
  {
    question_id: "wait",
    question_text: "How long did you wait?",
    val: "Under 10 minutes",
    display_values: { "1": "Under 10 minutes", "2": "10 to 30 minutes", "3": "More than 30 minutes" },
  },
];

/** Schema of a survey response for v1, without `questions`. */
const responseItemV1 = {
  title: "SurveyResponseV1",
  description: responseDescription,
  ...exactly(responseMembers),
  additionalProperties: { type: "string" },
  examples: [responseExample],
} as const satisfies Schema;

/** Schema of a survey response with `questions`. */
const responseItem = {
  title: "SurveyResponse",
  description: responseDescription,
  ...exactly({
    ...responseMembers,
    questions: { type: "array", description: "Questions and answers, in survey order.", items: question },
  }),
  additionalProperties: { type: "string" },
  examples: [{ ...responseExample, questions: questionsExample }],
} as const satisfies Schema;

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
  reply: listOf(keyed(responseItem, ...responseKeys)),
  stream: (domain, { account, query }) => domain.surveys.responses(account, query, { questions: true }),
});

/** Lists survey responses for v1, without filters and `questions`. */
export const surveyResponsesV1 = route({
  ...facts,
  ...listQuery(ownParameters, "survey_id"),
  reply: listOf(keyed(responseItemV1, ...responseKeys)),
  stream: (domain, { account, query }) => domain.surveys.responses(account, query, { questions: false }),
});
