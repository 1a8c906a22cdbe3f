import type { LineCheck } from "../../foundation/records/line-rules.js";
import { answerProblems } from "./answer-problems.js";
import { surveyResponseFromLine, type SurveyResponseLine } from "./survey-response-line.js";

/** Checks that responses answer their surveys. A survey may come after its responses in the bundle. */
export const checkAnswers = (): LineCheck<unknown> => ({
  compare({ surveys }) {
    const byId = new Map(surveys.map((survey) => [survey.id, survey]));
    return ({ values }) => {
      const response = surveyResponseFromLine(values as SurveyResponseLine);
      const survey = byId.get(response.surveyId);
      return survey ? answerProblems(response, survey) : [];
    };
  },
});
