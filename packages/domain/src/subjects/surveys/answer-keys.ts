import type { Question } from "../../foundation/catalog/survey.js";

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
const joinKeys = ["_id", "_changed_at", "_survey_id", "_survey_at"] as const;

/** Field with all questions and answers. Short survey responses do not have this field. */
const questionsKey = "questions";

/**
 * Returns the field names of a survey's answers in published responses. A field name is the question's descriptive
 * name. Duplicate names get the suffix ` (2)`, ` (3)` and so on.
 */
export function answerKeys(questions: readonly Question[]): readonly string[] {
  const used = new Set<string>([...joinKeys, ...fixedKeys, questionsKey]);
  return questions.map(({ name }) => {
    let key = name;
    for (let count = 2; used.has(key); count++) key = `${name} (${count})`;
    used.add(key);
    return key;
  });
}

/** Returns the names of all fields of a survey's published responses, in order. */
export const responseColumns = (questions: readonly Question[], withQuestions: boolean): readonly string[] => [
  ...fixedKeys,
  ...answerKeys(questions),
  ...(withQuestions ? [questionsKey] : []),
];
