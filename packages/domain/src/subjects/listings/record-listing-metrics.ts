import type { FeedEntry, FeedId } from "../../foundation/feed/feed.js";
import { pagesOfEntries, plainEntry } from "../../foundation/feed/plain-entry.js";
import type { FeedStores } from "../../foundation/feed/publication.js";
import type { LocationId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { RecordPosition, RenderedPage } from "../../foundation/records/record-lists.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { ListingMetricStore } from "./listing-metric-store.js";
import {
  type ListingMetric,
  listingMetricItem,
  type ListingMetricKey,
  metricKeyText,
  type MetricType,
  metricTypes,
} from "./listing-metric.js";

/** Stores that are needed to record and publish listing metrics. */
export type ListingMetricStores = FeedStores & { readonly listingMetrics: ListingMetricStore };

/** Stores and publishes new and changed listing metrics. Returns the new and changed listing metrics. */
export async function recordListingMetrics(
  metrics: readonly ListingMetric[],
  work: Pick<UnitOfWork<ListingMetricStores>, "stores" | "account" | "now">,
): Promise<readonly ListingMetric[]> {
  const { stores, account } = work;
  const stored = await stores.listingMetrics.byKeys(account, metrics);
  const counts = new Map(stored.map((metric) => [metricKeyText(metric), metric.count]));
  const changed = metrics.filter((metric) => counts.get(metricKeyText(metric)) !== metric.count);
  await stores.listingMetrics.save(account, changed);
  await publishListingMetrics(changed, work);
  return changed;
}

/** Publishes stored metrics. */
async function publishListingMetrics(
  metrics: readonly ListingMetric[],
  { stores, account, now }: Pick<UnitOfWork<ListingMetricStores>, "stores" | "account" | "now">,
): Promise<void> {
  for (const page of pagesOfEntries(metrics)) {
    const entries = page.map((metric) => metricEntry(metric, now));
    await stores.feed.publish(account, "insights/byMonth", entries);
  }
}

const metricsPerPage = 1_000;

/** Renders the next page of stored listing metrics as list items. */
export async function renderListingMetrics(
  work: Pick<UnitOfWork<ListingMetricStores>, "stores" | "account" | "now">,
  [id, kind = 0]: RecordPosition,
): Promise<RenderedPage> {
  const page = { limit: metricsPerPage, ...(id !== undefined && { after: metricKeyOf({ id, kind }) }) };
  const metrics = await work.stores.listingMetrics.all(work.account, page);
  await publishListingMetrics(metrics, work);
  const last = metrics.length === metricsPerPage ? metrics.at(-1) : undefined;
  return { count: metrics.length, ...(last && { next: [last.locationId, metricFeedId(last).kind] }) };
}

/** Deletes listing metrics and their list entries. Returns the listing metrics that existed. */
export async function removeListingMetrics(
  metrics: readonly ListingMetricKey[],
  { stores, account }: Pick<UnitOfWork<ListingMetricStores>, "stores" | "account">,
): Promise<readonly ListingMetric[]> {
  const found = await stores.listingMetrics.byKeys(account, metrics);
  await stores.listingMetrics.remove(account, found);
  await stores.feed.remove(account, "insights/byMonth", found.map(metricFeedId));
  return found;
}

/** Returns the feed id of a listing metric. Its `kind` combines the month and the type into one number. */
export const metricFeedId = ({ locationId, month, type }: ListingMetricKey): FeedId => ({
  kind: month * 100 + types.indexOf(type),
  id: locationId,
});

/** Returns the listing metric key that a feed id represents. */
const metricKeyOf = ({ kind, id }: FeedId): ListingMetricKey => ({
  locationId: id as LocationId,
  month: Math.floor(kind / 100),
  type: types[kind % 100] as MetricType,
});

function metricEntry(metric: ListingMetric, now: Instant): FeedEntry {
  const { locationId, month, type } = metric;
  const [year, number] = [Math.floor(month / 100), String(month % 100).padStart(2, "0")];
  return plainEntry(
    {
      ...{ ...metricFeedId(metric), at: locationId },
      ...{ name: `${locationId}-${year}-${number}-${type}`, item: listingMetricItem(metric) },
    },
    now,
  );
}

const types = [...metricTypes].sort();
