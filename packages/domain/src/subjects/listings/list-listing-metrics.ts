import { readShortList, type RecordPorts } from "../../foundation/lists/read-records.js";
import type { ListingMetricStore } from "./listing-metric-store.js";
import { listingMetricItem } from "./listing-metric.js";
import { metricFeedId } from "./record-listing-metrics.js";

/** Lists the account's monthly listing metrics, sorted by location, month and type. */
export const listListingMetrics = (ports: RecordPorts<{ readonly listingMetrics: Pick<ListingMetricStore, "all"> }>) =>
  readShortList(ports, "insights/byMonth", async ({ listingMetrics }, account) => {
    const metrics = await listingMetrics.all(account);
    return metrics.map((metric) => ({ ...metricFeedId(metric), item: listingMetricItem(metric) }));
  });
