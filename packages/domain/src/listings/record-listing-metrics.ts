import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";
import type { ListingMetric } from "./listing-metric.js";
import { metricKeyText } from "./listing-metric.js";
import type { ListingMetricStore } from "./listing-metric-store.js";

/** Stores metrics that are new or different; returns these. */
export async function recordListingMetrics(
  metrics: readonly ListingMetric[],
  { stores, account }: Pick<UnitOfWork<{ readonly listingMetrics: ListingMetricStore }>, "stores" | "account">,
): Promise<readonly ListingMetric[]> {
  const stored = await stores.listingMetrics.byKeys(account, metrics);
  const counts = new Map(stored.map((metric) => [metricKeyText(metric), metric.count]));
  const changed = metrics.filter((metric) => counts.get(metricKeyText(metric)) !== metric.count);
  await stores.listingMetrics.save(account, changed);
  return changed;
}
