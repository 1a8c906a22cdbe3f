import type { CatalogPorts } from "../../foundation/catalog/catalog-store.js";
import type { FilterQuery } from "../../foundation/filters/filter.js";
import { collectProblems } from "../../foundation/kernel/collect-problems.js";
import { invalidParameter } from "../../foundation/kernel/domain-error.js";
import { parseInteger } from "../../foundation/kernel/id-list.js";
import type { AccountId, PlatformId } from "../../foundation/kernel/ids.js";
import type { ListQuery, PageQuery, WithMember } from "../../foundation/lists/list-query.js";
import { type ListPorts, type ListReading, readList } from "../../foundation/lists/read-list.js";
import { responseColumns } from "./answer-keys.js";
import type { SurveyResponseItem } from "./survey-response-item.js";
import { responseList } from "./survey-response-publication.js";

export type SurveyResponseQuery = Pick<ListQuery, "start_date" | "end_date"> &
  PageQuery &
  FilterQuery & { readonly survey_id?: string };

/** Form of the survey responses in a list. If `questions` is true, each response contains the field `questions`. */
export type SurveyResponseForm = { readonly questions: boolean };

/**
 * Lists the responses to one survey of the account, newest first. If `end_date` is absent, the list has no upper limit.
 */
export function listSurveyResponses(ports: ListPorts) {
  const read = readList<never>(ports, { start: "start_date", end: "end_date", startAlone: "onward" });
  return async <Form extends SurveyResponseForm>(
    account: AccountId,
    { survey_id, ...query }: SurveyResponseQuery,
    { questions: tail }: Form,
  ): Promise<ListReading<WithMember<SurveyResponseItem, "questions", Form["questions"]>>> => {
    const wrong = collectProblems();
    const { id, questions } = (await wrong.attemptLater(() => surveyOf(ports, account, survey_id))) ?? noSurvey;
    const list = { list: responseList(id), tail, columns: responseColumns(questions, tail) };
    const reading = await wrong.attemptLater(() => read(account, list, query));
    wrong.refuse();
    return reading as ListReading<never>;
  };
}

/** Stands in for an unknown survey, so that the other query parameters can still be validated. */
const noSurvey = { id: 0 as PlatformId, questions: [] };

/**
 * Returns a survey of the account. If the survey has a platform but no survey record, returns a survey without
 * questions.
 */
async function surveyOf({ storage }: CatalogPorts, account: AccountId, text: string | undefined) {
  if (text === undefined) throw invalidParameter("invalid_parameter", "survey_id", "survey_id is required");
  const id = parseInteger("survey_id", text);
  const { platforms, surveys } = await storage.read(account, ({ catalog }) =>
    catalog.read(account, "platforms", "surveys"),
  );
  if (!platforms.some((platform) => platform.id === id && platform.isSurvey)) {
    throw invalidParameter("unknown_ids", "survey_id", `unknown survey_id for this account: ${id}`);
  }
  return surveys.find((survey) => survey.id === id) ?? { id: id as PlatformId, questions: [] };
}
