import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { Window } from "../kernel/window.js";
import type { Delivery } from "./delivery.js";
import type { Reached } from "./progress.js";
import type { FeedId, FeedList } from "./public-lists.js";

export type { FeedId, FeedList } from "./public-lists.js";

/** Values of an entry that rating aggregates use. */
export type Rated = {
  readonly platformId: number;
  /** Rating as received, from 1 to 5 stars. Not rounded. */
  readonly rating: number;
  /** True if the review has text and can be displayed. */
  readonly isShown: boolean;
};

/** List entry: an item with the values that its list sorts and filters by. */
export type FeedEntry = FeedId & {
  /** Time that the list is sorted by. */
  readonly at: Instant;
  /** Time of the last change to the item. */
  readonly modifiedAt: Instant;
  readonly locationId: number | null;
  readonly providerId: number | null;
  /** Rating in stars, rounded half up. */
  readonly rating: number | null;
  /** Custom field values by name, for the `custom_filters` parameter. */
  readonly customFields: Readonly<Record<string, string>>;
  /** Complete item as a JSON object, except for the members in `tail`. */
  readonly json: string;
  /** Members that only complete responses include, as JSON without braces: `"questions":[...]`. */
  readonly tail: string | null;
  /** Public id in `_id` and in changes, if it differs from `id`. Consists of printable ASCII without quotes. */
  readonly name?: string;
  /**
   * Join keys of the item, as JSON without braces: `"_location_id":1`. Omitted if the item already contains its join
   * keys.
   */
  readonly keys?: string;
  /** Values that rating aggregates use. Omitted for entries without a rating. */
  readonly rated?: Rated;
};

/** Filter on entries. All conditions must hold. A condition holds if one of its values matches. */
export type FeedFilter = {
  readonly locationIds?: readonly number[];
  readonly providerIds?: readonly number[];
  /** Matches entries with any of these locations or any of these providers. A group's members are an example. */
  readonly members?: { readonly locationIds: readonly number[]; readonly providerIds: readonly number[] };
  /** Matches entries if each named custom field has one of the values. */
  readonly customFields?: readonly { readonly name: string; readonly values: readonly string[] }[];
};

/**
 * Sort order. `newest` sorts by `at`, kind and id, descending.
 *
 * `oldest` sorts by the same columns, ascending. `modified` sorts by `modifiedAt`, kind and id, ascending.
 */
export type FeedOrder = "newest" | "oldest" | "modified";

/** Position of an entry in a sort order. In the order `modified`, `at` is the entry's `modifiedAt`. */
export type FeedPosition = FeedId & { readonly at: Instant };

/** Selects entries of a list, and the format of the result. */
export type FeedSlice = {
  /** Time range of `at`. If omitted, the range is unbounded. */
  readonly window?: Window;
  /** Matches entries whose rounded rating is one of these. */
  readonly ratings?: readonly number[];
  /** Matches entries that changed at or after this time. */
  readonly modifiedSince?: Instant;
  readonly filter?: FeedFilter;
  /** Sort order of the entries. Defaults to `newest`. */
  readonly order?: FeedOrder;
  /** Selects a page of at most `limit` entries after a position. If omitted, all selected entries are returned. */
  readonly page?: { readonly limit: number; readonly after?: FeedPosition };
  /** Includes the members of `tail` in each item. Defaults to false. */
  readonly tail?: boolean;
  /** Adds `_id`, `_changed_at` and the join keys to each item. Defaults to false. */
  readonly keyed?: boolean;
  /** Separator between items. Defaults to a comma. */
  readonly separator?: "," | "\n";
  /** Allows compressed batches. Defaults to false. */
  readonly packed?: boolean;
};

/** True for a whole list or time range in the default form. Only these are stored compressed. */
export function isStoredPacked({ separator = ",", order = "newest", ...slice }: FeedSlice): boolean {
  const { ratings, modifiedSince, filter, page, keyed } = slice;
  const isWhole = !ratings && modifiedSince === undefined && !filter && !page;
  return isWhole && !keyed && order === "newest" && separator === ",";
}

/** Batch of items as bytes, joined with the requested separator. */
export type FeedBatch = {
  readonly count: number;
  readonly json: Uint8Array;
  /** Details for the code that sends the batch. All other code ignores them. */
  readonly delivery?: Delivery;
  /** Time of the account's last committed change in the snapshot that the batch was read from. */
  readonly watermark: Instant;
  /** Position of the last entry of the page. Set in the first batch if another page follows. */
  readonly next?: FeedPosition;
  /** Progress of the copy after all batches have been read. Set in the first batch of changes. */
  readonly reached?: Reached;
};

/**
 * Writes list entries in the caller's unit of work. Each unit of work with changes assigns two revisions.
 *
 * Removed entries get an even revision, and published entries get the next revision. An entry keeps its revision if its
 * time, item, tail and keys are unchanged.
 */
export interface FeedWriter {
  /** Upserts entries by kind and id, and sets the watermark to the time `now` of the unit of work. */
  publish(account: AccountId, list: FeedList, entries: readonly FeedEntry[]): Promise<void>;
  /** Removes entries and sets the watermark. Ignores ids that are not in the list. */
  remove(account: AccountId, list: FeedList, ids: readonly FeedId[]): Promise<void>;
  /**
   * Changes later calls of `publish` in the unit of work: an entry that is published again with the same item bytes
   * keeps its time of change.
   */
  keepTimes(account: AccountId): Promise<void>;
  /**
   * Marks all entries of the account as outdated. An entry that is published again with the same item bytes in the same
   * unit of work keeps its time of change.
   */
  mark(account: AccountId): Promise<void>;
  /**
   * Removes the marked entries that have not been published again, and sets the watermark.
   *
   * Also stores the fingerprint of the item schemas that the entries were rendered with.
   */
  sweep(account: AccountId, fingerprint: string): Promise<void>;
  /**
   * Purges the tombstones of entries that were removed before a time. Copies that have not read these deletions must
   * start over.
   */
  forgetRemoved(account: AccountId, before: Instant): Promise<void>;
}

/** Reads a list before it is returned, for example to measure its length. */
export type Beforehand = (batches: AsyncIterable<FeedBatch>) => Promise<void>;

/** Reads lists as bytes. */
export interface FeedReader {
  /**
   * Reads the selected entries in order, from one consistent snapshot of the account.
   *
   * The first batch may be empty. Later batches are not empty. Resources are acquired with the first batch and released
   * when the iteration ends for any reason. `beforehand` first receives the same list from the same snapshot. An error
   * in `beforehand` ends the iteration.
   */
  read(account: AccountId, list: FeedList, slice: FeedSlice, beforehand?: Beforehand): AsyncIterable<FeedBatch>;
}
