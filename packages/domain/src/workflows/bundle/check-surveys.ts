import type { Platform } from "../../foundation/catalog/catalog.js";
import type { Problem } from "../../foundation/kernel/domain-error.js";
import type { ReadLine } from "./bundle-kinds.js";

/**
 * Reports `survey` lines whose id belongs to a platform that is not a survey. Platforms in the file take precedence
 * over the account's platforms.
 */
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
