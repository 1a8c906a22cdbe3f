import type { Catalog } from "../catalog/catalog.js";
import type { CatalogPorts } from "../catalog/list-catalog.js";
import type { AccountId } from "../kernel/ids.js";

/** The account's surveys, by id: every platform that is a survey, under its survey's name. */
export function listSurveys({ storage }: CatalogPorts) {
  return (account: AccountId) =>
    storage.read(account, async ({ catalog }) => surveyItems(await catalog.read(account, "platforms", "surveys")));
}

function surveyItems({ platforms, surveys }: Pick<Catalog, "platforms" | "surveys">) {
  const names = new Map(surveys.map(({ id, name }) => [id, name]));
  return platforms
    .filter(({ isSurvey }) => isSurvey)
    .map(({ id, name }) => ({ id: id as number, name: names.get(id) ?? name }));
}
