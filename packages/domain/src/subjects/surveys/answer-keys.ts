import type { Question } from "../../foundation/catalog/survey.js";

/** Members of every published response, in order. */
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

/** Member that only the complete response has. */
const questionsKey = "questions";

/**
 * Returns the keys of a survey's answers in published responses: the questions' descriptive names. Duplicate names get
 * the suffix ` (2)`, ` (3)` and so on.
 */
export function answerKeys(questions: readonly Question[]): readonly string[] {
  const taken = new Set<string>([...fixedKeys, questionsKey]);
  return questions.map(({ name }) => {
    let key = name;
    for (let count = 2; taken.has(key); count++) key = `${name} (${count})`;
    taken.add(key);
    return key;
  });
}

/** Returns the names of all members of a survey's published responses, in order. */
export const responseColumns = (questions: readonly Question[], withQuestions: boolean): readonly string[] => [
  ...fixedKeys,
  ...answerKeys(questions),
  ...(withQuestions ? [questionsKey] : []),
];
