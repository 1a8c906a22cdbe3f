import type { AccountId } from "../kernel/ids.js";
import type { Reads } from "../kernel/storage.js";
import { listingMetricItem } from "./listing-metric.js";
import type { ListingMetricStore } from "./listing-metric-store.js";

/** The account's monthly listing metrics, by location, month and type. */
export function listListingMetrics({
  storage,
}: {
  readonly storage: Reads<{ readonly listingMetrics: Pick<ListingMetricStore, "all"> }>;
}) {
  return (account: AccountId) =>
    storage.read(account, async ({ listingMetrics }) => (await listingMetrics.all(account)).map(listingMetricItem));
}
