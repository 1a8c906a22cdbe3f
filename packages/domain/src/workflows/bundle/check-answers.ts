import type { Survey } from "../../foundation/catalog/survey.js";
import type { SurveyLine } from "../../foundation/catalog/survey-line.js";
import { surveyFromLine } from "../../foundation/catalog/survey-line.js";
import type { PlatformId } from "../../foundation/kernel/ids.js";
import { answerProblems } from "../../subjects/surveys/answer-problems.js";
import type { SurveyResponseLine } from "../../subjects/surveys/survey-response-line.js";
import { surveyResponseFromLine } from "../../subjects/surveys/survey-response-line.js";
import type { ReadLine } from "./bundle-kinds.js";
import type { BundleSource } from "./bundle-source.js";
import type { Report } from "../../foundation/records/line-rules.js";
import { isOneOf, readBundleLine } from "./read-bundle-line.js";

const kind = "survey_response";

/**
 * Tells of `survey_response` lines that do not answer their survey, as it is with this bundle. A survey may stand after
 * its responses, so they are read once more; what is wrong with a line itself was told before.
 */
export async function checkAnswers(
  source: BundleSource,
  stored: readonly Survey[],
  small: readonly ReadLine[],
  report: Report,
): Promise<void> {
  const surveys = surveysOf(stored, small);
  for await (const chunk of source.read()) {
    for (const raw of chunk) {
      const read = isOneOf([kind], raw) ? readBundleLine(raw, () => {}) : undefined;
      if (read?.kind !== kind || read.isDeletion) continue;
      const response = surveyResponseFromLine(read.values as SurveyResponseLine);
      const survey = surveys.get(response.surveyId);
      const problems = survey ? answerProblems(response, survey) : [];
      for (const { key, message } of problems) report({ line: read.line, kind, key, message });
    }
  }
}

/** The account's surveys, or those of the bundle instead. */
function surveysOf(stored: readonly Survey[], small: readonly ReadLine[]): ReadonlyMap<PlatformId, Survey> {
  const lines = small.filter((line) => line.kind === "survey");
  const loaded = lines.map(({ values }) => surveyFromLine(values as SurveyLine));
  return new Map([...stored, ...loaded].map((survey) => [survey.id, survey]));
}
