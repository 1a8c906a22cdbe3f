import type { ListingMetricPage, ListingMetricStore } from "../subjects/listings/listing-metric-store.js";
import { type ListingMetricKey, metricKeyText } from "../subjects/listings/listing-metric.js";
import type { Draft } from "./account-state.js";

export const memoryListingMetricStore = (draft: Draft): ListingMetricStore => ({
  async all(_account, { after, limit }: Partial<ListingMetricPage> = {}) {
    const left = [...draft.state.listingMetrics.values()].filter((metric) => !after || inOrder(metric, after) > 0);
    return left.sort(inOrder).slice(0, limit);
  },
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

const inOrder = (a: ListingMetricKey, b: ListingMetricKey): number =>
  a.locationId - b.locationId || a.month - b.month || Number(a.type > b.type) - Number(a.type < b.type);
