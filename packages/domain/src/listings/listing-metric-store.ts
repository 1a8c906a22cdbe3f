import type { AccountId } from "../kernel/ids.js";
import type { ListingMetric, ListingMetricKey } from "./listing-metric.js";

/** The monthly listing metrics of an account. */
export interface ListingMetricStore {
  /** By location, month and type ascending; never another account's. */
  all(account: AccountId): Promise<ListingMetric[]>;
  /** Those that exist of these keys, in any order. */
  byKeys(account: AccountId, keys: readonly ListingMetricKey[]): Promise<ListingMetric[]>;
  /** Inserts metrics, or replaces those with the same key. */
  save(account: AccountId, metrics: readonly ListingMetric[]): Promise<void>;
}
