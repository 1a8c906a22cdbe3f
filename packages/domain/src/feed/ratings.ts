import type { AccountId } from "../kernel/ids.js";
import type { Window } from "../kernel/window.js";
import type { FeedFilter } from "./feed.js";

/** What ratings belong to: as of the lists. */
export type RatingFilter = Pick<FeedFilter, "locationIds" | "providerIds" | "members">;

/** Which ratings are counted: those of the list of reviews on some platforms, and those of all lists on others. */
export type RatingSelection = {
  readonly reviewPlatformIds: readonly number[];
  readonly surveyPlatformIds: readonly number[];
  readonly filter: RatingFilter;
};

/** How many entries gave so many stars. */
export type RatingCount = { readonly rating: number; readonly total: number };

/** Which reviews are shown. */
export type ShownSelection = {
  readonly platformIds: readonly number[];
  /** The fewest stars. */
  readonly minRating: number;
  /** On `at`; everything when absent. */
  readonly window?: Window;
  readonly filter: RatingFilter;
  /** At most so many. */
  readonly limit: number;
};

/** Reads what aggregates are made of: never another account's, and no item but those that are shown. */
export interface RatingReader {
  /** By rating ascending, none that nobody gave. */
  counts(account: AccountId, selection: RatingSelection): Promise<RatingCount[]>;
  /** The items of reviews that can be shown, newest first, ties by id descending, as JSON. */
  shown(account: AccountId, selection: ShownSelection): Promise<string[]>;
}
