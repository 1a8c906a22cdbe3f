import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { Window } from "../kernel/window.js";
import type { Reached } from "./progress.js";
import type { FeedId, FeedList } from "./public-lists.js";

export type { FeedId, FeedList } from "./public-lists.js";

/** What aggregates see of an entry that gives stars. */
export type Rated = {
  readonly platformId: number;
  /** Stars from 1 to 5, as they were given. */
  readonly rating: number;
  /** Whether it has words to be shown with. */
  readonly isShown: boolean;
};

/** One published item and the few values that lists sort and filter by. */
export type FeedEntry = FeedId & {
  /** The item's own time: what the list is sorted by. */
  readonly at: Instant;
  /** When the item last changed. */
  readonly modifiedAt: Instant;
  readonly locationId: number | null;
  readonly providerId: number | null;
  /** Rounded half up. */
  readonly rating: number | null;
  /** The practice's own fields, by name: what `custom_filters` compares. */
  readonly customFields: Readonly<Record<string, string>>;
  /** The whole item as a JSON object. */
  readonly json: string;
  /** Members that only the fullest answer has, as JSON without braces: `"questions":[...]`. */
  readonly tail: string | null;
  /** What it is known by in `_id` and among changes, where that is not its id alone: printable ASCII without quotes. */
  readonly name?: string;
  /** What the item is joined on, as JSON without braces: `"_location_id":1`; absent where its members say it. */
  readonly keys?: string;
  /** What aggregates see of it; absent where it gives no stars. */
  readonly rated?: Rated;
};

/** What an entry has to belong to: every condition that is there holds; one of its members is enough for a condition. */
export type FeedFilter = {
  readonly locationIds?: readonly number[];
  readonly providerIds?: readonly number[];
  /** Entries of one of the locations or of one of the providers: what groups stand for. */
  readonly members?: { readonly locationIds: readonly number[]; readonly providerIds: readonly number[] };
  /** Entries whose custom field of this name is exactly one of the values; each name has to match. */
  readonly customFields?: readonly { readonly name: string; readonly values: readonly string[] }[];
};

/**
 * `newest`: `at`, kind and id descending. `oldest`: the same ascending. `modified`: `modifiedAt`, kind and id ascending.
 */
export type FeedOrder = "newest" | "oldest" | "modified";

/** An entry's position in an order: `at` is its `modifiedAt` in the order of modification. */
export type FeedPosition = FeedId & { readonly at: Instant };

/** Which part of a list, in which form. */
export type FeedSlice = {
  /** On `at`; everything when absent. */
  readonly window?: Window;
  /** Entries with one of these ratings. */
  readonly ratings?: readonly number[];
  /** Entries that changed at this instant or after it. */
  readonly modifiedSince?: Instant;
  readonly filter?: FeedFilter;
  /** `newest` when absent. */
  readonly order?: FeedOrder;
  /** At most `limit` entries, beginning after a position; the whole slice when absent. */
  readonly page?: { readonly limit: number; readonly after?: FeedPosition };
  /** With the members of the tail; without them when absent. */
  readonly tail?: boolean;
  /** Each item begins with `_id`, `_changed_at` and its keys. */
  readonly keyed?: boolean;
  /** What stands between two items: a comma when absent. */
  readonly separator?: "," | "\n";
  /** Whether batches may come packed where they are stored so; never when absent. */
  readonly packed?: boolean;
};

/** Items of a list or changes, joined as the slice wants them, as they are stored once more. */
export type PackedItems = {
  /** Raw DEFLATE (RFC 1951) that ends on a byte boundary, refers to nothing before it, and is not the last block. */
  readonly deflated: Uint8Array;
  /** CRC-32 (ISO 3309) and length in bytes of what it holds. */
  readonly crc: number;
  readonly length: number;
};

/** Items of a list as bytes, joined by the slice's separator. */
export type FeedBatch = {
  readonly count: number;
  readonly json: Uint8Array;
  /** What the batch holds instead of `json`, which is empty then; the separator belongs between two of them. */
  readonly packed?: readonly PackedItems[];
  /** Gives the memory of `json` or `packed` back at once; for whoever has sent it and knows that nobody looks at it any more. */
  release?(): void;
  /** The account's last committed change in the snapshot that this batch is from. */
  readonly watermark: Instant;
  /** Set where it is known that no batch follows. */
  readonly isLast?: boolean;
  /** On the first batch of a page that others follow: the position of the page's last entry. */
  readonly next?: FeedPosition;
  /** On the first batch of changes: how far whoever takes all of them has come. */
  readonly reached?: Reached;
};

/**
 * Changes a list's rows: rendered once, read many times. Part of the caller's unit of work, which takes two revisions when it
 * changes something: an even one for what it takes out, and the next one for what it puts in. An entry that is published as
 * it is already (its time, item, tail and keys) keeps its revision.
 */
export interface FeedWriter {
  /** Inserts entries, or replaces those with the same kind and id, and moves the watermark to the unit of work's `now`. */
  publish(account: AccountId, list: FeedList, entries: readonly FeedEntry[]): Promise<void>;
  /** Takes entries out, and moves the watermark. Ids that are not in the list are passed over. */
  remove(account: AccountId, list: FeedList, ids: readonly FeedId[]): Promise<void>;
  /**
   * Marks every entry of all lists of the account as out of date. One that is published again in the same unit of work,
   * the same in every byte of its item, keeps its time of change.
   */
  mark(account: AccountId): Promise<void>;
  /** Takes out all entries that were marked and were not published since, and moves the watermark. */
  sweep(account: AccountId): Promise<void>;
  /** Forgets what was taken out before a moment: a copy that has not heard of it yet cannot go on any more. */
  forgetRemoved(account: AccountId, before: Instant): Promise<void>;
}

/** Reads a list before it is read. */
export type Beforehand = (batches: AsyncIterable<FeedBatch>) => Promise<void>;

/** Reads lists as bytes. */
export interface FeedReader {
  /**
   * In the order of the slice; one consistent snapshot; never another account's rows.
   * The first batch always comes, empty when the list is; later ones never are. Nothing is opened before the first
   * batch is asked for, and everything is closed when the iteration ends, however it ends.
   * `beforehand` is given the same list first, from the same snapshot: to measure it, say. What it throws ends the iteration.
   */
  read(account: AccountId, list: FeedList, slice: FeedSlice, beforehand?: Beforehand): AsyncIterable<FeedBatch>;
}
