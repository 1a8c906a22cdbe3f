import type { AccountId } from "../kernel/ids.js";
import type { Window } from "../kernel/window.js";
import type { FeedFilter } from "./feed.js";

/** Filter on ratings, as for lists. */
export type RatingFilter = Pick<FeedFilter, "locationIds" | "providerIds" | "members">;

/** Selects the ratings to count: reviews of some platforms, and entries of any list of other platforms. */
export type RatingSelection = {
  readonly reviewPlatformIds: readonly number[];
  readonly surveyPlatformIds: readonly number[];
  readonly filter: RatingFilter;
};

/** Number of entries per star rating. */
export type RatingCount = { readonly rating: number; readonly total: number };

/** Selects the reviews to display. */
export type ShownSelection = {
  readonly platformIds: readonly number[];
  readonly minRating: number;
  /** Time range of `at`. Unbounded if omitted. */
  readonly window?: Window;
  readonly filter: RatingFilter;
  readonly limit: number;
};

/** Reads rating counts and displayed reviews of an account. */
export interface RatingReader {
  /** Returns the count of each rating, ascending. Omits ratings without entries. */
  counts(account: AccountId, selection: RatingSelection): Promise<RatingCount[]>;
  /** Returns the items of reviews that can be displayed, as JSON. Sorted newest first, then by id, descending. */
  shown(account: AccountId, selection: ShownSelection): Promise<string[]>;
}
