import type { FeedEntry, FeedList } from "../feed/feed.js";
import type { FeedStores } from "../feed/publication.js";
import { plainEntry } from "../feed/plain-entry.js";
import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { Campaign } from "../catalog/campaign.js";
import {
  groupItem,
  locationItem,
  messageItem,
  platformItem,
  providerItem,
  surveyItems,
} from "../catalog/catalog-items.js";
import type { Catalog, CatalogPart } from "../catalog/catalog.js";

type CatalogList = Extract<
  FeedList,
  "locations" | "providers" | "platforms" | "messages" | "groups" | "surveys-list" | "campaign-catalog"
>;

type Item = { readonly id: number };

/** The items of each list, by what they are rendered from. */
const lists: Readonly<
  Record<CatalogList, { readonly from: readonly CatalogPart[]; items(catalog: Catalog): readonly Item[] }>
> = {
  locations: { from: ["locations"], items: ({ locations }) => locations.map(locationItem) },
  providers: { from: ["providers"], items: ({ providers }) => providers.map(providerItem) },
  platforms: { from: ["platforms"], items: ({ platforms }) => platforms.map(platformItem) },
  messages: { from: ["messages"], items: ({ messages }) => messages.map(messageItem) },
  groups: {
    from: ["groups", "locations", "providers", "listings"],
    items: (catalog) => catalog.groups.map((group) => groupItem(group, catalog)),
  },
  "surveys-list": { from: ["platforms", "surveys"], items: surveyItems },
  "campaign-catalog": { from: ["campaigns"], items: ({ campaigns }) => campaigns.map(campaignItem) },
};

/** A campaign as copies see it. */
const campaignItem = ({ id, name, channel, source, scctParameter, trackingNumbers }: Campaign) => ({
  id: id as number,
  name,
  channel,
  source,
  parameter: scctParameter,
  tracking_numbers: trackingNumbers,
});

/** Publishes the lists of a catalog of which some parts have changed; all of them, when it is not said which. */
export async function publishCatalog(
  { feed }: FeedStores,
  account: AccountId,
  now: Instant,
  catalog: Catalog,
  changed?: ReadonlySet<CatalogPart>,
): Promise<void> {
  for (const [list, { from, items }] of Object.entries(lists) as [CatalogList, (typeof lists)[CatalogList]][]) {
    if (changed && !from.some((part) => changed.has(part))) continue;
    const entries = items(catalog).map((item): FeedEntry => plainEntry({ id: item.id, item }, now));
    await feed.publish(account, list, entries);
    if (list !== "surveys-list") continue;
    // A platform may have been a survey.
    const others = catalog.platforms
      .filter(({ isSurvey }) => !isSurvey)
      .map(({ id }) => ({ kind: 0, id: id as number }));
    await feed.remove(account, list, others);
  }
}

/** Takes records that are gone out of the lists of their own. */
export async function withdrawCatalog(
  { feed }: FeedStores,
  account: AccountId,
  gone: ReadonlyMap<CatalogPart, readonly number[]>,
): Promise<void> {
  for (const [list, { from }] of Object.entries(lists) as [CatalogList, (typeof lists)[CatalogList]][]) {
    const ids = from[0] === undefined ? [] : (gone.get(from[0]) ?? []);
    if (ids.length === 0) continue;
    await feed.remove(
      account,
      list,
      ids.map((id) => ({ kind: 0, id })),
    );
  }
}
