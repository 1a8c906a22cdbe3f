import type { Renamed } from "../catalog/names.js";
import type { AccountId, ReviewId } from "../kernel/ids.js";
import type { Review } from "./review.js";

export interface ReviewStore {
  /** Those that exist, in any order; never another account's. */
  byIds(account: AccountId, ids: readonly ReviewId[]): Promise<Review[]>;
  /** Inserts reviews, or replaces those with the same id. */
  save(account: AccountId, reviews: readonly Review[]): Promise<void>;
  /** By id ascending, at most `limit` of those after `after` that mention one of `mentioning`, or of all. */
  page(account: AccountId, page: ReviewPage): Promise<Review[]>;
}

/** A page of reviews: `after` is the last id of the page before it, 0 for the first. */
export type ReviewPage = { readonly after: number; readonly limit: number; readonly mentioning?: Renamed };
