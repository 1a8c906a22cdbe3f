import type { Question } from "../catalog/survey.js";

/** The members that every published response has, in their order. */
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

/** The member that only the fullest answer has. */
const questionsKey = "questions";

/**
 * The keys of a survey's answers in published responses, question by question: their descriptive names, followed by
 * ` (2)`, ` (3)` where a member of that name is there already.
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

/** The names of all members of a survey's published responses, in their order. */
export const responseColumns = (questions: readonly Question[], withQuestions: boolean): readonly string[] => [
  ...fixedKeys,
  ...answerKeys(questions),
  ...(withQuestions ? [questionsKey] : []),
];
