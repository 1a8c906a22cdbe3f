import type { LocationId } from "../../foundation/kernel/ids.js";

/** Types of listing metric: views of a location's listing on maps and in searches, and actions of the viewers. */
export const metricTypes = [
  "views_maps",
  "views_search",
  "actions_website",
  "actions_phone",
  "actions_driving_directions",
] as const;
export type MetricType = (typeof metricTypes)[number];

/** Unique key of a listing metric within the account. */
export type ListingMetricKey = {
  readonly locationId: LocationId;
  /** Month as the number `YYYYMM`. */
  readonly month: number;
  readonly type: MetricType;
};

/** Number of views or actions of one type for a location's listing in one month. */
export type ListingMetric = ListingMetricKey & { readonly count: number };

/** Formats the key of a listing metric as a string, such as `12/202603/views_maps`. */
export const metricKeyText = ({ locationId, month, type }: ListingMetricKey): string =>
  `${locationId}/${month}/${type}`;

export const listingMetricItem = ({ locationId, month, type, count }: ListingMetric) => ({
  location_id: locationId as number,
  month,
  metric_type: type,
  count,
});
