import type { FeedEntry, FeedId } from "../../foundation/feed/feed.js";
import { pagesOfEntries, plainEntry } from "../../foundation/feed/publication.js";
import type { LocationId } from "../../foundation/kernel/ids.js";
import { idOf, oneOf, wholeFrom } from "../../foundation/kernel/line-fields.js";
import { type Field, type Shaped, writeLine } from "../../foundation/kernel/line-shape.js";
import { pagesAfter } from "../../foundation/kernel/storage.js";
import type { Instant } from "../../foundation/kernel/times.js";
import { readShortList, type RecordPorts } from "../../foundation/lists/read-records.js";
import type { RecordPosition, RenderedPage } from "../../foundation/records/record-lists.js";
import {
  countOnly,
  type LoadedType,
  type Looking,
  type Mention,
  recordsFrom,
  storingRecords,
} from "../../foundation/records/record-type.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import {
  type ListingMetric,
  listingMetricItem,
  type ListingMetricKey,
  type ListingMetricStore,
  metricKeyText,
  type MetricType,
  metricTypes,
} from "./listing-metric.js";

/** Lists the account's monthly listing metrics, sorted by location, month and type. */
export const listListingMetrics = (ports: RecordPorts<{ readonly listingMetrics: Pick<ListingMetricStore, "all"> }>) =>
  readShortList(ports, "insights/byMonth", async ({ listingMetrics }, account) => {
    const metrics = await listingMetrics.all(account);
    return metrics.map((metric) => ({ ...metricFeedId(metric), item: listingMetricItem(metric) }));
  });

const isMonth = (value: number) => value % 100 >= 1 && value % 100 <= 12;

const anyMonth = wholeFrom(1900_01, 9999_12);

const month: Field<number> = {
  expected: "a month as a number YYYYMM, such as 202603",
  found: (value) => (anyMonth.read(value) === undefined ? anyMonth.found?.(value) : "a month outside 01 to 12"),
  read: (value) => {
    const read = anyMonth.read(value);
    return read !== undefined && isMonth(read) ? read : undefined;
  },
};

/** Fields of a `listing_metric` line in a bundle. */
export const listingMetricLine = {
  location_id: idOf<LocationId>("location"),
  month,
  metric_type: oneOf(metricTypes),
  count: wholeFrom(0, Number.MAX_SAFE_INTEGER),
};

const listingMetricFromLine = (line: Shaped<typeof listingMetricLine>): ListingMetric => ({
  locationId: line.location_id,
  month: line.month,
  type: line.metric_type,
  count: line.count,
});

const listingMetricToLine = ({ type, ...metric }: ListingMetric) =>
  writeLine(listingMetricLine, { ...metric, metricType: type });

const kind = "listing_metric";

export const listingMetricType: LoadedType<typeof kind> = {
  kind,
  lines: {
    shape: listingMetricLine,
    keys: ["location_id", "month", "metric_type"],
    async *stored({ listingMetrics }, account) {
      const pages = pagesAfter<ListingMetric>(metricsPerPage, (after) =>
        listingMetrics.all(account, { limit: metricsPerPage, ...(after && { after }) }),
      );
      for await (const page of pages) yield page.map(listingMetricToLine);
    },
    storing: storingRecords(listingMetricLine, listingMetricFromLine, recordListingMetrics),
    removing: async (keys, work) =>
      countOnly(await removeListingMetrics(recordsFrom(listingMetricLine, listingMetricFromLine, keys), work)),
  },
  lists: { renderAgain: renderListingMetrics },
  mentions: metricMentions,
};

async function* metricMentions({ left, lineOf, read }: Looking): AsyncGenerator<Mention> {
  for (const id of left("location")) {
    const metrics = await read(({ listingMetrics }, account) => listingMetrics.ofLocation(account, id as LocationId));
    const staying = metrics.find((metric) => lineOf(kind, metricKeyText(metric)) === undefined);
    if (staying) yield { kind: "location", id, by: `${kind} ${metricKeyText(staying)}` };
  }
}

type Work = Pick<UnitOfWork, "stores" | "account" | "now">;

/** Stores and publishes new and changed listing metrics. Returns the new and changed listing metrics. */
async function recordListingMetrics(metrics: readonly ListingMetric[], work: Work): Promise<readonly ListingMetric[]> {
  const { stores, account } = work;
  const stored = await stores.listingMetrics.byKeys(account, metrics);
  const counts = new Map(stored.map((metric) => [metricKeyText(metric), metric.count]));
  const changed = metrics.filter((metric) => counts.get(metricKeyText(metric)) !== metric.count);
  await stores.listingMetrics.save(account, changed);
  await publishListingMetrics(changed, work);
  return changed;
}

/** Publishes stored metrics. */
async function publishListingMetrics(metrics: readonly ListingMetric[], { stores, account, now }: Work): Promise<void> {
  for (const page of pagesOfEntries(metrics)) {
    const entries = page.map((metric) => metricEntry(metric, now));
    await stores.feed.publish(account, "insights/byMonth", entries);
  }
}

const metricsPerPage = 1_000;

/** Renders the next page of stored listing metrics as list items. */
async function renderListingMetrics(work: Work, [id, kind = 0]: RecordPosition): Promise<RenderedPage> {
  const page = { limit: metricsPerPage, ...(id !== undefined && { after: metricKeyOf({ id, kind }) }) };
  const metrics = await work.stores.listingMetrics.all(work.account, page);
  await publishListingMetrics(metrics, work);
  const last = metrics.length === metricsPerPage ? metrics.at(-1) : undefined;
  return { count: metrics.length, ...(last && { next: [last.locationId, metricFeedId(last).kind] }) };
}

/** Deletes listing metrics and their list entries. Returns the listing metrics that existed. */
async function removeListingMetrics(
  metrics: readonly ListingMetricKey[],
  { stores, account }: Pick<UnitOfWork, "stores" | "account">,
): Promise<readonly ListingMetric[]> {
  const found = await stores.listingMetrics.byKeys(account, metrics);
  await stores.listingMetrics.remove(account, found);
  await stores.feed.remove(account, "insights/byMonth", found.map(metricFeedId));
  return found;
}

/** Returns the feed id of a listing metric. Its `kind` combines the month and the type into one number. */
const metricFeedId = ({ locationId, month, type }: ListingMetricKey): FeedId => ({
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
