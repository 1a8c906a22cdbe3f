import type { Schema } from "../schema.js";
import { exactly } from "../schema.js";
import { id, number, text } from "./item-schemas.js";

const question = {
  title: "AnsweredQuestion",
  ...exactly(
    {
      question_id: { type: "string", description: "Identifies the question within its survey" },
      question_text: { type: "string", description: "What patients read" },
      val: { type: "string", description: "The answer in words, as under the question's own key; empty without one" },
      display_values: {
        type: "object",
        description: "What the codes of answers stand for: choices by their number from 1, a point scale's bounds",
        additionalProperties: { type: "string" },
      },
      comment: { type: "string", description: "What was remarked; absent when there is nothing" },
    },
    "comment",
  ),
} as const satisfies Schema;

const members = {
  appointment_date: text("Day of the appointment, `YYYY-MM-DD`"),
  contact: text("Phone number or e-mail address that the survey went to"),
  groups: {
    type: "array",
    description: "Ids of the groups that hold the location or the provider, ascending",
    items: { type: "integer" },
  },
  location: text("Name of the location"),
  location_id: id("Location id"),
  npi: text("National Provider Identifier of the provider"),
  overall: number("Overall rating: the answer to the question marked overall, else the mean of the stars"),
  patient_first: text("First name of the patient"),
  patient_id: text("Patient id"),
  patient_last: text("Last name of the patient"),
  patient_name: text("Full name of the patient"),
  provider: text("Name of the provider"),
  state: text("State of the location's address"),
  survey_date: { type: "string", description: "When it was submitted, in the account's time zone" },
  user: text("Full name of the patient"),
  user_id: text("Patient id"),
} as const;

const description =
  "Besides the members listed, one a question, in the order of the survey: its descriptive name and the answer in words. " +
  "A name that is there already is followed by ` (2)`, ` (3)`";

const example = {
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

/** A response without its questions. */
export const responseItemV1 = {
  title: "SurveyResponseV1",
  description,
  ...exactly(members),
  additionalProperties: { type: "string" },
  examples: [example],
} as const satisfies Schema;

/** A response with its questions. */
export const responseItem = {
  title: "SurveyResponse",
  description,
  ...exactly({
    ...members,
    questions: { type: "array", description: "The questions in the order of the survey", items: question },
  }),
  additionalProperties: { type: "string" },
  examples: [{ ...example, questions: questionsExample }],
} as const satisfies Schema;
