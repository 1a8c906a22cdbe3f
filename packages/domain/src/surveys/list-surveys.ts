import { surveyItems } from "../catalog/catalog-items.js";
import type { CatalogPorts } from "../catalog/list-catalog.js";
import type { AccountId } from "../kernel/ids.js";

/** The account's surveys, by id: every platform that is a survey, under its survey's name. */
export function listSurveys({ storage }: CatalogPorts) {
  return (account: AccountId) =>
    storage.read(account, async ({ catalog }) => surveyItems(await catalog.read(account, "platforms", "surveys")));
}
