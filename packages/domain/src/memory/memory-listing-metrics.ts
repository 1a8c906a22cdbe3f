import type { ListingMetricStore } from "../subjects/listings/listing-metric-store.js";
import type { ListingMetric } from "../subjects/listings/listing-metric.js";
import { metricKeyText } from "../subjects/listings/listing-metric.js";
import type { Draft } from "./account-state.js";

export const memoryListingMetricStore = (draft: Draft): ListingMetricStore => ({
  all: async () => [...draft.state.listingMetrics.values()].sort(inOrder),
  byKeys: async (_account, keys) => keys.flatMap((key) => draft.state.listingMetrics.get(metricKeyText(key)) ?? []),
  ofLocation: async (_account, location) =>
    [...draft.state.listingMetrics.values()].filter(({ locationId }) => locationId === location),
  remove: async (_account, keys) => {
    const listingMetrics = draft.writable(draft.state.listingMetrics);
    for (const key of keys) listingMetrics.delete(metricKeyText(key));
    draft.change({ listingMetrics });
  },
  save: async (_account, metrics) => {
    const listingMetrics = draft.writable(draft.state.listingMetrics);
    for (const metric of metrics) listingMetrics.set(metricKeyText(metric), metric);
    draft.change({ listingMetrics });
  },
});

const inOrder = (a: ListingMetric, b: ListingMetric): number =>
  a.locationId - b.locationId || a.month - b.month || (a.type < b.type ? -1 : 1);
