import type { AccountId } from "../kernel/ids.js";
import type { Window } from "../kernel/window.js";
import type { FeedFilter } from "./feed.js";

export type RatingFilter = Pick<FeedFilter, "locationIds" | "providerIds" | "members">;

/** Selects the ratings to count: ratings of reviews on review platforms, and all ratings on survey platforms. */
export type RatingSelection = {
  readonly reviewPlatformIds: readonly number[];
  readonly surveyPlatformIds: readonly number[];
  readonly filter: RatingFilter;
};

/** Number of entries with a star rating. */
export type RatingCount = { readonly rating: number; readonly total: number };

/** Counts the entries per rating, lowest rating first. */
export function countsOf(ratings: Iterable<number>): RatingCount[] {
  const totals = new Map<number, number>();
  for (const rating of ratings) totals.set(rating, (totals.get(rating) ?? 0) + 1);
  return [...totals].map(([rating, total]) => ({ rating, total })).sort((a, b) => a.rating - b.rating);
}

/** Selects the reviews to display. */
export type ShownSelection = {
  readonly platformIds: readonly number[];
  readonly minRating: number;
  /** Time range of the ratings. If omitted, ratings of any time match. */
  readonly window?: Window;
  readonly filter: RatingFilter;
  readonly limit: number;
};

/** Reads an account's rating counts and displayed reviews. */
export interface RatingReader {
  /** Returns the number of entries per rating, lowest rating first. Omits ratings without entries. */
  counts(account: AccountId, selection: RatingSelection): Promise<RatingCount[]>;
  /**
   * Returns the items of displayable reviews as JSON, newest first.
   * Reviews with the same time are sorted by id, descending.
   */
  shown(account: AccountId, selection: ShownSelection): Promise<string[]>;
}
