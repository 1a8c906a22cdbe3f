import type { Question } from "../../foundation/catalog/survey.js";
import { answerKeys } from "./answer-keys.js";
import { answerValue, displayValues } from "./answer-value.js";
import { answerTo, commentOn, type SurveyResponse } from "./survey-response.js";

/**
 * Answer rendered as JSON in two forms: a member of the published response, and an element of the array `questions`.
 */
type RenderedAnswer = { readonly member: string; readonly element: string };

/**
 * Creates a function that renders the answers of a response to these questions. The JSON that all responses share is
 * rendered only once.
 */
export function surveyForm(questions: readonly Question[]): (response: SurveyResponse) => readonly RenderedAnswer[] {
  const keys = answerKeys(questions);
  const rows = questions.map((question, index) => rowOf(question, keys[index] as string));
  return (response) => rows.map((row) => row(response));
}

function rowOf(question: Question, key: string): (response: SurveyResponse) => RenderedAnswer {
  const { id, text, allowsComment } = question;
  const member = `${JSON.stringify(key)}:`;
  const opening = `{"question_id":${JSON.stringify(id)},"question_text":${JSON.stringify(text)},"val":`;
  const labels = `,"display_values":${jsonObject(displayValues(question))}`;
  return (response) => {
    const val = JSON.stringify(answerValue(question, answerTo(response, id)));
    const comment = allowsComment ? commentOn(response, id) : undefined;
    const remark = comment === undefined ? "" : `,"comment":${JSON.stringify(comment)}`;
    return { member: member + val, element: `${opening}${val}${labels}${remark}}` };
  };
}

/**
 * Serializes a JSON object with its members in the given order.
 *
 * A JavaScript object would move integer-like names to the front and treat `__proto__` specially.
 */
const jsonObject = (members: Iterable<readonly [name: string, value: unknown]>): string =>
  `{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`;
