import type { Platform } from "../../foundation/catalog/catalog.js";
import type { Problem } from "../../foundation/kernel/domain-error.js";
import type { ReadLine } from "./bundle-kinds.js";

/** Tells of `survey` lines whose id is a platform's that is no survey, in the file or, when it is not there, in the account. */
export function checkSurveys(
  platforms: readonly Platform[],
  lines: readonly ReadLine[],
  report: (problem: Problem) => void,
): void {
  const isSurvey = new Map(platforms.map((platform) => [platform.id as unknown, platform.isSurvey as unknown]));
  for (const { kind, values } of lines) if (kind === "platform") isSurvey.set(values["id"], values["is_survey"]);
  for (const { line, kind, values } of lines) {
    if (kind === "survey" && isSurvey.get(values["id"]) === false) {
      report({ line, kind, key: "id", message: `platform ${values["id"] as number} is not a survey` });
    }
  }
}
