import type { AccountId, ItemKeys, LocationId } from "../../foundation/kernel/ids.js";

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

/** Request for a page of at most `limit` listing metrics. The page starts after the key `after`, or at the beginning. */
export type ListingMetricPage = { readonly after?: ListingMetricKey; readonly limit: number };

export interface ListingMetricStore {
  /** Returns all listing metrics of the account, or a page of them, sorted by location, month and type. */
  all(account: AccountId, page?: ListingMetricPage): Promise<ListingMetric[]>;
  /** Returns the listing metrics with these keys, in any order. Ignores unknown keys. */
  byKeys(account: AccountId, keys: readonly ListingMetricKey[]): Promise<ListingMetric[]>;
  /** Returns the listing metrics of a location, in any order. */
  ofLocation(account: AccountId, location: LocationId): Promise<ListingMetric[]>;
  /** Inserts or replaces listing metrics by key. */
  save(account: AccountId, metrics: readonly ListingMetric[]): Promise<void>;
  /** Deletes listing metrics by key. Ignores unknown keys. */
  remove(account: AccountId, keys: readonly ListingMetricKey[]): Promise<void>;
}

/** Item of the list of listing metrics. `month` is a number such as 202603. */
export type ListingMetricItem = ItemKeys & {
  readonly location_id: number;
  readonly month: number;
  readonly metric_type: MetricType;
  readonly count: number;
};

export const listingMetricItem = ({ locationId, month, type, count }: ListingMetric): ListingMetricItem => ({
  location_id: locationId,
  month,
  metric_type: type,
  count,
});
