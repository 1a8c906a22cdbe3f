import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/times.js";
import type { FeedList } from "./feed.js";

/** Lists whose items are counted by month. */
export const countedLists = ["reviews", "surveys", "invites", "conversions"] as const satisfies readonly FeedList[];

export type CountedList = (typeof countedLists)[number];

/** Counts of the items of a list in a time range, by name. The range includes `from` and excludes `to`. */
export type ListCounts = {
  readonly list: CountedList;
  readonly from: Instant;
  readonly to: Instant;
  readonly counts: Readonly<Record<string, number>>;
};

/** Stores counts of lists, so that the items are not read again for each request. */
export interface CountStore {
  /**
   * Returns the stored counts of the time ranges within a time range, in any order. A storage may store none.
   *
   * Stored counts are deleted in the unit of work that publishes or removes an item in their time range.
   */
  stored(account: AccountId, list: CountedList, from: Instant, to: Instant): Promise<ListCounts[]>;
  /** Stores counts, unless a list has changed after this revision of the account. */
  store(account: AccountId, counts: readonly ListCounts[], revision: number): Promise<void>;
}
