import type { AccountId } from "../kernel/ids.js";
import type { Ports } from "../ports.js";
import { listingMetricItem } from "./listing-metric.js";

/** The account's monthly listing metrics, by location, month and type. */
export function listListingMetrics({ storage }: Pick<Ports, "storage">) {
  return (account: AccountId) =>
    storage.read(account, async ({ listingMetrics }) => (await listingMetrics.all(account)).map(listingMetricItem));
}
