import type { LocationId } from "../kernel/ids.js";

/** What is counted of a location's listing: views on maps and in searches, and what viewers did then. */
export const metricTypes = [
  "views_maps",
  "views_search",
  "actions_website",
  "actions_phone",
  "actions_driving_directions",
] as const;
export type MetricType = (typeof metricTypes)[number];

/** What a count is of: one a location, month and type. */
export type ListingMetricKey = {
  readonly locationId: LocationId;
  /** `YYYYMM` as a number. */
  readonly month: number;
  readonly type: MetricType;
};

/** How often something happened to a location's listing within a month. */
export type ListingMetric = ListingMetricKey & { readonly count: number };

/** The key as one text. */
export const metricKeyText = ({ locationId, month, type }: ListingMetricKey): string =>
  `${locationId}/${month}/${type}`;

/** A metric as it is published. */
export const listingMetricItem = ({ locationId, month, type, count }: ListingMetric) => ({
  location_id: locationId as number,
  month,
  metric_type: type,
  count,
});
