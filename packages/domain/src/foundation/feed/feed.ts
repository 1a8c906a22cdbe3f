import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { Window } from "../kernel/window.js";
import type { Reached } from "./progress.js";
import type { FeedId, FeedList } from "./public-lists.js";

export type { FeedId, FeedList } from "./public-lists.js";

/** Values that rating aggregates read from a rated entry. */
export type Rated = {
  readonly platformId: number;
  /** Original rating, from 1 to 5 stars. */
  readonly rating: number;
  /** True if the review has text and can be displayed. */
  readonly isShown: boolean;
};

/** Published item with the values that lists sort and filter by. */
export type FeedEntry = FeedId & {
  /** Time of the item, which the list is sorted by. */
  readonly at: Instant;
  /** Time of the item's last change. */
  readonly modifiedAt: Instant;
  readonly locationId: number | null;
  readonly providerId: number | null;
  /** Rating, rounded half up. */
  readonly rating: number | null;
  /** Custom fields by name, for the `custom_filters` parameter. */
  readonly customFields: Readonly<Record<string, string>>;
  /** Complete item as a JSON object. */
  readonly json: string;
  /** Members that only the complete response contains, as JSON without braces: `"questions":[...]`. */
  readonly tail: string | null;
  /** Public id in `_id` and in changes, if different from `id`. Printable ASCII without quotes. */
  readonly name?: string;
  /** Join keys of the item, as JSON without braces: `"_location_id":1`. Omitted if the item's members contain them. */
  readonly keys?: string;
  /** Values for rating aggregates. Omitted for unrated entries. */
  readonly rated?: Rated;
};

/** Filter on entries. All conditions must hold; a condition holds if one of its members matches. */
export type FeedFilter = {
  readonly locationIds?: readonly number[];
  readonly providerIds?: readonly number[];
  /** Matches entries of any of the locations or providers, such as a group's members. */
  readonly members?: { readonly locationIds: readonly number[]; readonly providerIds: readonly number[] };
  /** Matches entries that have one of the values in each named custom field. */
  readonly customFields?: readonly { readonly name: string; readonly values: readonly string[] }[];
};

/**
 * `newest`: `at`, kind and id, descending. `oldest`: the same columns, ascending. `modified`: `modifiedAt`, kind and
 * id, ascending.
 */
export type FeedOrder = "newest" | "oldest" | "modified";

/** Position of an entry in an order. `at` is the entry's `modifiedAt` in the `modified` order. */
export type FeedPosition = FeedId & { readonly at: Instant };

/** Selects a part of a list and its format. */
export type FeedSlice = {
  /** Time range of `at`. Unbounded if omitted. */
  readonly window?: Window;
  /** Matches entries with one of these ratings. */
  readonly ratings?: readonly number[];
  /** Matches entries that changed at or after this instant. */
  readonly modifiedSince?: Instant;
  readonly filter?: FeedFilter;
  /** Defaults to `newest`. */
  readonly order?: FeedOrder;
  /** Page of at most `limit` entries after a position. The whole slice if omitted. */
  readonly page?: { readonly limit: number; readonly after?: FeedPosition };
  /** Includes the members of the tail. Defaults to false. */
  readonly tail?: boolean;
  /** Adds `_id`, `_changed_at` and the join keys to each item. */
  readonly keyed?: boolean;
  /** Separator between items. Defaults to a comma. */
  readonly separator?: "," | "\n";
  /** Allows compressed batches. Defaults to false. */
  readonly packed?: boolean;
};

/** Compressed run of items, joined with the slice's separator. */
export type PackedItems = {
  /** Raw DEFLATE (RFC 1951) that ends on a byte boundary. Contains no final block and no references to earlier data. */
  readonly deflated: Uint8Array;
  /** CRC-32 (ISO 3309) of the uncompressed bytes. */
  readonly crc: number;
  readonly length: number;
};

/** Batch of items as bytes, joined with the slice's separator. */
export type FeedBatch = {
  readonly count: number;
  readonly json: Uint8Array;
  /** Compressed items instead of `json`, which is then empty. The caller adds the separator between them. */
  readonly packed?: readonly PackedItems[];
  /** Frees the memory of `json` or `packed`. Call it only when nothing reads the bytes any longer. */
  release?(): void;
  /** Time of the account's last committed change in the snapshot of this batch. */
  readonly watermark: Instant;
  /** True if this is known to be the last batch. */
  readonly isLast?: boolean;
  /** Position of the page's last entry. Set on the first batch of a page that other pages follow. */
  readonly next?: FeedPosition;
  /** Progress after all batches have been read. Set on the first batch of changes. */
  readonly reached?: Reached;
};

/**
 * Writes list entries in the caller's unit of work. A unit of work with changes assigns two revisions: an even one to
 * removed entries, and the next one to published entries. An entry keeps its revision if its time, item, tail and keys
 * are unchanged.
 */
export interface FeedWriter {
  /** Upserts entries by kind and id, and sets the watermark to the unit of work's `now`. */
  publish(account: AccountId, list: FeedList, entries: readonly FeedEntry[]): Promise<void>;
  /** Removes entries and updates the watermark. Ignores ids that are not in the list. */
  remove(account: AccountId, list: FeedList, ids: readonly FeedId[]): Promise<void>;
  /**
   * Marks all entries of the account as outdated. An entry published again in the same unit of work with identical item
   * bytes keeps its time of change.
   */
  mark(account: AccountId): Promise<void>;
  /**
   * Removes marked entries that have not been published again. Updates the watermark. Stores the fingerprint of the item
   * schemas that the entries were rendered with.
   */
  sweep(account: AccountId, fingerprint: string): Promise<void>;
  /**
   * Purges the records of entries removed before an instant. Copies that have not read these deletions must start over.
   */
  forgetRemoved(account: AccountId, before: Instant): Promise<void>;
}

/** Reads a list in advance. */
export type Beforehand = (batches: AsyncIterable<FeedBatch>) => Promise<void>;

/** Reads lists as bytes. */
export interface FeedReader {
  /**
   * Reads a slice of a list, in order, from one consistent snapshot of the account.
   * The first batch may be empty; later batches are not. Resources are acquired with the first batch and released when
   * the iteration ends for any reason.
   * `beforehand` first receives the same list from the same snapshot, for example to measure it. Its errors end the
   * iteration.
   */
  read(account: AccountId, list: FeedList, slice: FeedSlice, beforehand?: Beforehand): AsyncIterable<FeedBatch>;
}
