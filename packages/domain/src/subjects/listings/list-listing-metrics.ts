import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Reads } from "../../foundation/kernel/storage.js";
import type { KeyPorts, KeyQuery, KeyStores } from "../../foundation/lists/item-keys.js";
import { askedKeys, shownItems } from "../../foundation/lists/item-keys.js";
import { listingMetricItem } from "./listing-metric.js";
import type { ListingMetricStore } from "./listing-metric-store.js";
import { metricFeedId } from "./record-listing-metrics.js";

type ReadingPorts = KeyPorts & {
  readonly storage: Reads<KeyStores & { readonly listingMetrics: Pick<ListingMetricStore, "all"> }>;
};

/** Lists the account's monthly listing metrics, sorted by location, month and type. */
export function listListingMetrics(ports: ReadingPorts) {
  return async (account: AccountId, query: KeyQuery = {}) => {
    const isKeyed = await askedKeys(ports, account, query);
    return ports.storage.read(account, async (stores) => {
      const metrics = await stores.listingMetrics.all(account);
      const kept = metrics.map((metric) => ({ ...metricFeedId(metric), item: listingMetricItem(metric) }));
      return shownItems(stores, account, { list: "insights/byMonth", isKeyed }, kept);
    });
  };
}
