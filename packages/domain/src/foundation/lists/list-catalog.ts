import type { FeedList } from "../feed/feed.js";
import { catalogLists } from "../catalog/catalog-lists.js";
import type { CatalogReader } from "../catalog/catalog-store.js";
import type { Catalog, CatalogPart } from "../catalog/catalog.js";
import type { RecordPorts } from "./read-records.js";
import { readItems } from "./read-records.js";

/** Creates a use case that lists one part of the catalog, sorted by id. */
function listOf<Part extends CatalogPart, Item extends { readonly id: number }>(
  list: FeedList,
  { from, items: itemsOf }: { readonly from: readonly Part[]; items(records: Pick<Catalog, Part>): readonly Item[] },
) {
  return (ports: RecordPorts<{ readonly catalog: CatalogReader }>) =>
    readItems(ports, list, async ({ catalog }, account) =>
      itemsOf(await catalog.read(account, ...from)).map((item) => ({ id: item.id, item })),
    );
}

/** Lists the account's locations, sorted by id. */
export const listLocations = listOf("locations", catalogLists.locations);

/** Lists the account's providers, sorted by id. */
export const listProviders = listOf("providers", catalogLists.providers);

/** Lists the account's platforms, including surveys, sorted by id. */
export const listPlatforms = listOf("platforms", catalogLists.platforms);

/** Lists the account's surveys, sorted by id. Includes every platform that is a survey, with the survey's name. */
export const listSurveys = listOf("surveys-list", catalogLists["surveys-list"]);

/**
 * Lists the account's groups, sorted by id. Each group has its providers, locations and the listings at its locations.
 */
export const listGroups = listOf("groups", catalogLists.groups);

/** Lists the templates of the account's invite messages, sorted by id. */
export const listMessages = listOf("messages", catalogLists.messages);
