import type { AccountId, LocationId } from "../kernel/ids.js";
import type { ListingMetric, ListingMetricKey } from "./listing-metric.js";

/** The monthly listing metrics of an account. */
export interface ListingMetricStore {
  /** By location, month and type ascending; never another account's. */
  all(account: AccountId): Promise<ListingMetric[]>;
  /** Those that exist of these keys, in any order. */
  byKeys(account: AccountId, keys: readonly ListingMetricKey[]): Promise<ListingMetric[]>;
  /** Those of a location, in any order. */
  ofLocation(account: AccountId, location: LocationId): Promise<ListingMetric[]>;
  /** Inserts metrics, or replaces those with the same key. */
  save(account: AccountId, metrics: readonly ListingMetric[]): Promise<void>;
  /** Takes those of these keys out; keys that are not there are passed over. */
  remove(account: AccountId, keys: readonly ListingMetricKey[]): Promise<void>;
}
