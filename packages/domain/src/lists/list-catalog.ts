import type { FeedList } from "../feed/feed.js";
import type { AccountId } from "../kernel/ids.js";
import type { Reads } from "../kernel/storage.js";
import type { KeyPorts, KeyQuery, KeyStores } from "./item-keys.js";
import { askedKeys, shownItems } from "./item-keys.js";
import {
  groupItem,
  locationItem,
  messageItem,
  platformItem,
  providerItem,
  surveyItems,
} from "../catalog/catalog-items.js";
import type { CatalogReader } from "../catalog/catalog-store.js";
import type { Catalog, CatalogPart } from "../catalog/catalog.js";

type ListingPorts = KeyPorts & { readonly storage: Reads<KeyStores & { readonly catalog: CatalogReader }> };

/** A list of the catalog: what it is made of, and its items by id. */
function listOf<Part extends CatalogPart, Item extends { readonly id: number }>(
  list: FeedList,
  parts: readonly Part[],
  itemsOf: (records: Pick<Catalog, Part>) => readonly Item[],
) {
  return (ports: ListingPorts) =>
    async (account: AccountId, query: KeyQuery = {}) => {
      const isKeyed = await askedKeys(ports, account, query);
      return ports.storage.read(account, async (stores) => {
        const items = itemsOf(await stores.catalog.read(account, ...parts));
        const kept = items.map((item) => ({ id: item.id, item }));
        return shownItems(stores, account, { list, isKeyed }, kept);
      });
    };
}

/** The account's locations, by id. */
export const listLocations = listOf("locations", ["locations"], ({ locations }) => locations.map(locationItem));

/** The account's providers, by id. */
export const listProviders = listOf("providers", ["providers"], ({ providers }) => providers.map(providerItem));

/** The account's platforms, surveys included, by id. */
export const listPlatforms = listOf("platforms", ["platforms"], ({ platforms }) => platforms.map(platformItem));

/** The account's surveys, by id: every platform that is a survey, under its survey's name. */
export const listSurveys = listOf("surveys-list", ["platforms", "surveys"], surveyItems);

/** The account's groups with their providers, locations and the locations' children, by id. */
export const listGroups = listOf("groups", ["locations", "providers", "listings", "groups"], (records) =>
  records.groups.map((group) => groupItem(group, records)),
);

/** The messages that the account's invites are sent with, by id. */
export const listMessages = listOf("messages", ["messages"], ({ messages }) => messages.map(messageItem));
