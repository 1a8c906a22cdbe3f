import type { LocationId } from "../../foundation/kernel/ids.js";
import { countOnly, recordsFrom, storingStep } from "../../foundation/records/line-rules.js";
import type { LoadedType, Looking, Mention } from "../../foundation/records/record-type.js";
import { listingMetricFromLine, listingMetricLine } from "./listing-metric-line.js";
import type { ListingMetricStore } from "./listing-metric-store.js";
import { metricKeyText } from "./listing-metric.js";
import {
  type ListingMetricStores,
  recordListingMetrics,
  removeListingMetrics,
  renderListingMetrics,
} from "./record-listing-metrics.js";

type MetricReads = { readonly listingMetrics: Pick<ListingMetricStore, "ofLocation"> };

const kind = "listing_metric";

export const listingMetricType: LoadedType<MetricReads, ListingMetricStores, unknown, typeof kind> = {
  kind,
  lines: {
    shape: listingMetricLine,
    keys: ["location_id", "month", "metric_type"],
    storing: storingStep({
      step: 54,
      reading: "second",
      shape: listingMetricLine,
      fromLine: listingMetricFromLine,
      record: recordListingMetrics,
    }),
    removing: {
      step: 18,
      remove: async (keys, work) =>
        countOnly(await removeListingMetrics(recordsFrom(listingMetricLine, listingMetricFromLine, keys), work)),
    },
  },
  lists: { renderAgain: renderListingMetrics },
  mentions: metricMentions,
};

async function* metricMentions({ left, lineOf, read }: Looking<MetricReads>): AsyncGenerator<Mention> {
  for (const id of left("location")) {
    const metrics = await read(({ listingMetrics }, account) => listingMetrics.ofLocation(account, id as LocationId));
    const staying = metrics.find((metric) => lineOf(kind, metricKeyText(metric)) === undefined);
    if (staying) yield { kind: "location", id, by: `${kind} ${metricKeyText(staying)}` };
  }
}
