import {
  campaignItem,
  groupItem,
  locationItem,
  messageItem,
  platformItem,
  providerItem,
  surveyItems,
} from "./catalog-items.js";
import type { Catalog, CatalogPart } from "./catalog.js";

/** Defines a catalog list. `from` names the catalog parts to read. The first part contains the listed records. */
const rendered = <Part extends CatalogPart, Item extends { readonly id: number }>(
  from: readonly [Part, ...Part[]],
  items: (records: Pick<Catalog, Part>) => readonly Item[],
) => ({ from, items });

/** Lists that are rendered from an account's catalog. */
export const catalogLists = {
  locations: rendered(["locations"], ({ locations }) => locations.map(locationItem)),
  providers: rendered(["providers"], ({ providers }) => providers.map(providerItem)),
  platforms: rendered(["platforms"], ({ platforms }) => platforms.map(platformItem)),
  messages: rendered(["messages"], ({ messages }) => messages.map(messageItem)),
  groups: rendered(["groups", "locations", "providers", "listings"], (records) =>
    records.groups.map((group) => groupItem(group, records)),
  ),
  "surveys-list": rendered(["platforms", "surveys"], surveyItems),
  "campaign-catalog": rendered(["campaigns"], ({ campaigns }) => campaigns.map(campaignItem)),
};
