import type { LocationId } from "../../foundation/kernel/ids.js";

/** Types of metric: views of a location's listing on maps and in searches, and viewers' actions. */
export const metricTypes = [
  "views_maps",
  "views_search",
  "actions_website",
  "actions_phone",
  "actions_driving_directions",
] as const;
export type MetricType = (typeof metricTypes)[number];

/** Unique key of a metric. */
export type ListingMetricKey = {
  readonly locationId: LocationId;
  /** Month as the number `YYYYMM`. */
  readonly month: number;
  readonly type: MetricType;
};

/** Monthly count of an event on a location's listing. */
export type ListingMetric = ListingMetricKey & { readonly count: number };

/** Formats the key as a string. */
export const metricKeyText = ({ locationId, month, type }: ListingMetricKey): string =>
  `${locationId}/${month}/${type}`;

/** Renders a metric. */
export const listingMetricItem = ({ locationId, month, type, count }: ListingMetric) => ({
  location_id: locationId as number,
  month,
  metric_type: type,
  count,
});
