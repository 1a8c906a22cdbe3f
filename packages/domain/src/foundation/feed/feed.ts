import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { Window } from "../kernel/window.js";
import type { Delivery } from "./delivery.js";
import type { Reached } from "./progress.js";
import type { FeedId, FeedList } from "./public-lists.js";

export type { FeedId, FeedList } from "./public-lists.js";

/** Rating data of a list entry, used to compute rating aggregates. */
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
  /** Item as a JSON object, without the members in `tail`. */
  readonly json: string;
  /** Members that are included only on request, as JSON without braces: `"questions":[...]`. */
  readonly tail: string | null;
  /** Public id in `_id` and in changes, if it differs from `id`. Consists of printable ASCII without quotes. */
  readonly name?: string;
  /**
   * Join keys of the item, as JSON without braces: `"_location_id":1`.
   * Omitted if the item already contains its join keys.
   */
  readonly keys?: string;
  /** Rating data for rating aggregates. Omitted for entries without a rating. */
  readonly rated?: Rated;
};

/** Filter for list entries. An entry must meet all conditions. A condition is met if one of its values matches. */
export type FeedFilter = {
  readonly locationIds?: readonly number[];
  readonly providerIds?: readonly number[];
  /** Matches entries with any of these locations or any of these providers, for example the members of a group. */
  readonly members?: { readonly locationIds: readonly number[]; readonly providerIds: readonly number[] };
  /** Matches entries if each named custom field has one of the values. */
  readonly customFields?: readonly { readonly name: string; readonly values: readonly string[] }[];
};

/**
 * Sort order. `newest` sorts by `at`, kind and id, descending. `oldest` sorts by `at`, kind and id, ascending.
 * `modified` sorts by `modifiedAt`, kind and id, ascending.
 */
export type FeedOrder = "newest" | "oldest" | "modified";

/** Position of an entry in a sorted list. If the sort order is `modified`, `at` is the entry's `modifiedAt`. */
export type FeedPosition = FeedId & { readonly at: Instant };

/** Selects the list entries to read, and the format of the result. */
export type FeedSlice = {
  /** Time range of the reviews. If omitted, reviews of any time match. */
  readonly window?: Window;
  /** Matches entries whose rounded rating is one of these. */
  readonly ratings?: readonly number[];
  /** Matches entries that changed at or after this time. */
  readonly modifiedSince?: Instant;
  readonly filter?: FeedFilter;
  /** Sort order of the entries. Defaults to `newest`. */
  readonly order?: FeedOrder;
  /** Selects a page of at most `limit` entries after a position. Without `page`, all selected entries are returned. */
  readonly page?: { readonly limit: number; readonly after?: FeedPosition };
  /** If true, each item includes the members in the entry's `tail`. Defaults to false. */
  readonly tail?: boolean;
  /** Adds `_id`, `_changed_at` and the join keys to each item. Defaults to false. */
  readonly keyed?: boolean;
  /** Separator between items. Defaults to a comma. */
  readonly separator?: "," | "\n";
  /** Allows compressed batches. Defaults to false. */
  readonly packed?: boolean;
};

/**
 * True if a request is for a whole list or time range in the default format.
 * Only the results of such requests are stored compressed.
 */
export function isStoredPacked({ separator = ",", order = "newest", ...slice }: FeedSlice): boolean {
  const { ratings, modifiedSince, filter, page, keyed } = slice;
  const isWhole = !ratings && modifiedSince === undefined && !filter && !page;
  return isWhole && !keyed && order === "newest" && separator === ",";
}

/** Batch of items as bytes, joined with the requested separator. */
export type FeedBatch = {
  readonly count: number;
  readonly json: Uint8Array;
  /** Information for sending the batch. Other code ignores it. */
  readonly delivery?: Delivery;
  /** Time of the last committed change in the snapshot from which the batch was read. */
  readonly watermark: Instant;
  /** Position after which the next page starts. Only the first batch has it, and only if there is a next page. */
  readonly next?: FeedPosition;
  /** Progress that a copy has made after it stores all batches of the response. Only the first batch has this member. */
  readonly reached?: Reached;
};

/**
 * Writes list entries in the caller's unit of work. Each unit of work with changes assigns two revisions.
 *
 * Removed entries get the first revision, which is even. Published entries get the second revision.
 * An entry keeps its revision if its time, item, tail and keys are unchanged.
 */
export interface FeedWriter {
  /** Upserts entries by kind and id. Sets the watermark to the start time of the unit of work. */
  publish(account: AccountId, list: FeedList, entries: readonly FeedEntry[]): Promise<void>;
  /** Removes entries and sets the watermark. Ignores ids that are not in the list. */
  remove(account: AccountId, list: FeedList, ids: readonly FeedId[]): Promise<void>;
  /**
   * Changes the behavior of `publish` until the unit of work ends.
   * Entries that are published with unchanged item bytes then keep their time of change.
   */
  keepTimes(account: AccountId): Promise<void>;
  /**
   * Marks all entries of the account as outdated until they are published again.
   * An entry keeps its time of change if it is published again with the same item bytes in the same unit of work.
   */
  mark(account: AccountId): Promise<void>;
  /**
   * Removes the marked entries that have not been published again, and sets the watermark.
   *
   * Also stores the fingerprint of the item schemas that were used to render the entries.
   */
  sweep(account: AccountId, fingerprint: string): Promise<void>;
  /**
   * Purges the tombstones of entries that were removed before a time.
   * Copies that have not read these deletions must start over.
   */
  forgetRemoved(account: AccountId, before: Instant): Promise<void>;
}

/** Callback that reads a list before the list is returned, for example to measure its length. */
export type Beforehand = (batches: AsyncIterable<FeedBatch>) => Promise<void>;

/** Reads lists as bytes. */
export interface FeedReader {
  /**
   * Reads the selected entries in order, from one consistent snapshot of the account.
   *
   * Only the first batch may be empty.
   * Resources are acquired with the first batch and released when the iteration ends for any reason.
   * Before the first batch is returned, the callback `beforehand` receives the same list from the same snapshot.
   * An error in `beforehand` ends the iteration.
   */
  read(account: AccountId, list: FeedList, slice: FeedSlice, beforehand?: Beforehand): AsyncIterable<FeedBatch>;
}
