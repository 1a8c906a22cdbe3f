import { contactOf } from "../../foundation/kernel/may-be-contact.js";
import { factsFrom } from "../../foundation/records/of-person.js";
import { publishedType } from "../../foundation/records/published-type.js";
import { checkAnswers } from "./check-answers.js";
import { surveyResponseFromLine, surveyResponseLine } from "./survey-response-line.js";
import { surveyResponsePublication } from "./survey-response-publication.js";

export const surveyResponseType = publishedType({
  kind: "survey_response",
  store: "surveyResponses",
  shape: surveyResponseLine,
  fromLine: surveyResponseFromLine,
  publication: surveyResponsePublication,
  countedAs: "survey_responses",
  steps: { store: 52, remove: 15 },
  reading: "second",
  contacts: ["contact"],
  factsOf: ({ patientId, contact }) => factsFrom(patientId, [contactOf(contact ?? "")]),
  check: checkAnswers,
});
