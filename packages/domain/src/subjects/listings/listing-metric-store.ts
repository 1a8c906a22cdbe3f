import type { AccountId, LocationId } from "../../foundation/kernel/ids.js";
import type { ListingMetric, ListingMetricKey } from "./listing-metric.js";

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
