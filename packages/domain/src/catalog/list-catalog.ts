import type { AccountId } from "../kernel/ids.js";
import type { Reads } from "../kernel/storage.js";
import { groupItem, locationItem, messageItem, platformItem, providerItem } from "./catalog-items.js";
import type { CatalogReader } from "./catalog-store.js";

/** What reading the catalog needs. */
export type CatalogPorts = { readonly storage: Reads<{ readonly catalog: CatalogReader }> };

/** The account's locations, by id. */
export function listLocations({ storage }: CatalogPorts) {
  return (account: AccountId) =>
    storage.read(account, async ({ catalog }) =>
      (await catalog.read(account, "locations")).locations.map(locationItem),
    );
}

/** The account's providers, by id. */
export function listProviders({ storage }: CatalogPorts) {
  return (account: AccountId) =>
    storage.read(account, async ({ catalog }) =>
      (await catalog.read(account, "providers")).providers.map(providerItem),
    );
}

/** The account's platforms, surveys included, by id. */
export function listPlatforms({ storage }: CatalogPorts) {
  return (account: AccountId) =>
    storage.read(account, async ({ catalog }) =>
      (await catalog.read(account, "platforms")).platforms.map(platformItem),
    );
}

/** The account's groups with their providers, locations and the locations' children, by id. */
export function listGroups({ storage }: CatalogPorts) {
  return (account: AccountId) =>
    storage.read(account, async ({ catalog }) => {
      const records = await catalog.read(account, "locations", "providers", "listings", "groups");
      return records.groups.map((group) => groupItem(group, records));
    });
}

/** The messages that the account's invites are sent with, by id. */
export function listMessages({ storage }: CatalogPorts) {
  return (account: AccountId) =>
    storage.read(account, async ({ catalog }) => (await catalog.read(account, "messages")).messages.map(messageItem));
}
