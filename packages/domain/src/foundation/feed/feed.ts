import { noLongerAvailable } from "../kernel/domain-error.js";
import type { AccountId } from "../kernel/ids.js";
import { type Instant, isoInstant } from "../kernel/times.js";
import type { Window } from "../kernel/window.js";

/** Names of the lists in the change feed. */
export const publicLists = [
  "reviews",
  "surveys",
  "survey-responses",
  "invites",
  "calls",
  "conversions",
  "locations",
  "providers",
  "platforms",
  "messages",
  "groups",
  "surveys-list",
  "insights/byMonth",
  "integration-imports",
  "integration-imports/appointments",
  "integration-imports/invites",
  "cahps-parsed-files",
  "cahps-parsed-files/warnings",
  "campaign-catalog",
  "spends",
  "appointments",
  "account",
] as const;

export type PublicList = (typeof publicLists)[number];

/** Name of a stored list. The responses to each survey are a separate list. */
export type FeedList = Exclude<PublicList, "survey-responses"> | `responses/${number}`;

/**
 * Key of an entry in a list: a small `kind` number and a numeric id. Keys sort by kind, then by id.
 *
 * `kind` is 0 in lists that contain only one kind of entry.
 */
export type FeedId = { readonly kind: number; readonly id: number };

/** Name prefix of the lists of survey responses. Callers see these lists as a single list. */
export const responsesPrefix = "responses/";

/** Returns the name that callers use for a list. */
export const publicListOf = (list: FeedList): PublicList => (isOfResponses(list) ? "survey-responses" : list);

/** True if a list contains the responses to one survey. */
export const isOfResponses = (list: FeedList): list is `responses/${number}` => list.startsWith(responsesPrefix);

/** Returns the id that callers use for an entry. */
export const publicIdOf = ({ id, name }: { readonly id: number; readonly name?: string }): string => name ?? String(id);

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
  /**
   * Values that filters compare, by name: custom fields for the parameter `custom_filters`, and values for other
   * parameters under the name `?` with the name of the parameter. Custom fields with such names cannot be filtered.
   */
  readonly fields: Readonly<Record<string, string>>;
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
  readonly rated?: Rated | undefined;
};

/** Filter for list entries. An entry must meet all conditions. A condition is met if one of its values matches. */
export type FeedFilter = {
  readonly locationIds?: readonly number[];
  readonly providerIds?: readonly number[];
  /** Matches entries with any of these locations or any of these providers, for example the members of a group. */
  readonly members?: { readonly locationIds: readonly number[]; readonly providerIds: readonly number[] };
  /** Matches entries if each named field has one of the values. */
  readonly fields?: readonly { readonly name: string; readonly values: readonly string[] }[];
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
  /** Epoch of the account in the same snapshot. Omitted if the storage has no valid epoch or does not report it. */
  readonly epoch?: string;
  /** Position after which the next page starts. Only the first batch has it, and only if there is a next page. */
  readonly next?: FeedPosition;
  /** Progress that a copy has made after it stores all batches of the response. Only the first batch has this member. */
  readonly reached?: Reached;
};

/** Sequence of items, joined with the requested separator and then compressed. */
export type PackedItems = {
  /** Raw DEFLATE data (RFC 1951) that ends on a byte boundary. Has no final block and no references to earlier data. */
  readonly deflated: Uint8Array;
  /** CRC-32 (ISO 3309) of the uncompressed bytes. */
  readonly crc: number;
  readonly length: number;
};

/** Optional information for sending a batch faster. A storage may omit every member. */
export type Delivery = {
  /**
   * Compressed sequences of items.
   * If present, `json` is empty, and the caller must insert separators between sequences.
   */
  readonly packed?: readonly PackedItems[];
  /** Frees the memory of the batch. Must not be called while the batch's bytes are still in use. */
  release?(): void;
  /** True if this batch is known to be the last one. */
  readonly isLast?: boolean;
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

export type SealOptions = {
  /** Skips the account if anything was published in it after this time. */
  readonly restingSince?: Instant;
  /** Approximate segment size before compression, in bytes. Defaults to 500,000. */
  readonly bytes?: number;
  /** Minimum number of conversions whose results are stored together. Defaults to 100. */
  readonly conversions?: number;
  /** Called after each compressed segment. */
  readonly onSegment?: () => void;
  /** Called before each segment is compressed. Returns true to stop early. */
  readonly isStopping?: () => boolean;
};

/**
 * Stores compressed copies of long list segments, which can be sent to clients without compressing them again. Also
 * stores the results of neighboring conversions, from which campaign summaries are computed.
 *
 * Published data does not change. Compression may be interrupted at any time.
 * Compression waits for other writers no longer than one unit of work takes.
 */
export interface FeedSealer {
  /** Compresses segments and returns their number. The next run compresses entries that change during this run. */
  seal(account: AccountId, options?: SealOptions): Promise<number>;
}

/** List entry that changed, with its list and its list position. */
export type ChangedEntry = FeedId & { readonly list: FeedList; readonly at: number };

/**
 * Progress of a client's copy of an account's data.
 *
 * In the phase `copy`, the client reads entries that have not changed since `revision`, list by list, oldest first.
 * In the phase `changes`, the copy has all changes up to `revision`.
 * If reading stopped inside a list or a revision, `last` is the last entry that was read.
 * In the phase `changes`, the copy then lacks the changes of `revision` that follow `last`.
 */
export type Progress = {
  readonly phase: "copy" | "changes";
  readonly revision: number;
  readonly last?: ChangedEntry;
};

/** Progress of a copy after it has read a page. `hasMore` is true if more entries are available now. */
export type Reached = Progress & { readonly hasMore: boolean };

/** Options for reading changes. */
export type ChangeSlice = {
  /** Lists to include. Defaults to all lists. */
  readonly lists?: readonly PublicList[];
  /** Progress of the client's copy so far. If omitted, the copy starts over. */
  readonly after?: Progress;
  /** Maximum number of entries. If omitted, the number is unlimited. */
  readonly limit?: number;
  /** Allows compressed batches while the copy is still unfinished. Defaults to false. */
  readonly packed?: boolean;
} & Pick<FeedSlice, "separator">;

export type ChangeState = {
  /** Number of the last committed revision. Starts at 1. */
  readonly revision: number;
  /** Highest revision for which deletion markers have been purged. */
  readonly sweptRevision: number;
  /**
   * Fingerprint of the item schemas that were used to render the entries.
   * Empty if some lists have not been rendered yet.
   */
  readonly fingerprint: string;
};

/** Feed revision of an account, and the time of its last published change. Every published change increases it. */
export type FeedRevision = { readonly account: AccountId; readonly revision: number; readonly at: Instant };

/** Reads the change feed of an account. */
export interface ChangeReader {
  /**
   * Reads existing and deleted entries from one consistent snapshot. Each entry is returned once.
   *
   * If the copy is unfinished, its missing entries come first, list by list.
   * The changes come next, sorted by revision, list, kind and id.
   * The first batch contains `reached` and may be empty.
   * Throws `cursor_expired` if the account no longer has all changes since the copy's progress.
   */
  changes(account: AccountId, slice: ChangeSlice, beforehand?: Beforehand): AsyncIterable<FeedBatch>;
  /** Returns the last committed state of the change feed. */
  state(account: AccountId): Promise<ChangeState>;
  /** Returns the feed revision of every account. */
  revisions(): Promise<readonly FeedRevision[]>;
  /** Returns a number that differs after each commit that publishes changes, in any account and by any process. */
  commitNumber(): Promise<number>;
}

/** Error for a cursor that is older than the retained deletions. */
export const cursorExpired = () => cursorIsGone("deletions since then are no longer retained");

/** Error for a cursor that was issued before the account's data was restored from a backup. */
export const cursorRestored = () =>
  cursorIsGone("the service's data was restored from a backup, or the operator of the service expired all cursors");

/** Error for a cursor in the format of an earlier version of the service. */
export const cursorOfEarlierVersion = () => cursorIsGone("an earlier version of the service issued it");

/** Error for an epoch that has ended, because the account's data was restored from a backup. */
export const epochExpired = () =>
  noLongerAvailable(
    "epoch_expired",
    "the epoch has expired: the service's data was restored from a backup, or the operator of the service expired it; get the whole list again, without modified_since and epoch",
  );

const cursorIsGone = (reason: string) =>
  noLongerAvailable("cursor_expired", `the cursor has expired: ${reason}; start over without a cursor`);

/** Public id, time of the last change, and join keys of a list entry. */
export type EntryKeys = FeedId & Pick<FeedEntry, "name" | "keys"> & { readonly changedAt: Instant };

/** Change to a list entry, without its item. */
export type ChangedKeys = FeedId & {
  readonly list: FeedList;
  readonly publicId: string;
  readonly revision: number;
  readonly changedAt: Instant;
  readonly isDeleted: boolean;
};

/** List and the time of its newest entry. */
export type NewestEntry = { readonly list: FeedList; readonly at: Instant };

/** Looks up the public ids, join keys and times of list entries. */
export interface EntryKeyReader {
  /** Returns the keys of the given entries in any order. Omits entries that are not in the list. */
  of(account: AccountId, list: FeedList, ids: readonly FeedId[]): Promise<readonly EntryKeys[]>;
  /** Returns up to `limit` changes after a progress in the phase `changes`, in the order of the change feed. */
  changedAfter(account: AccountId, after: Progress, limit: number): Promise<readonly ChangedKeys[]>;
  /**
   * Returns the time of the newest entry that is not after `until`, for each list with such an entry. Takes one lookup for
   * each list, regardless of its length.
   */
  newest(account: AccountId, until: Instant): Promise<readonly NewestEntry[]>;
}

/** Returns the keys of an entry as the first members of its JSON item, without braces. */
export function keyMembers(entry: EntryKeys): string {
  const own = `"_id":"${publicIdOf(entry)}","_changed_at":"${isoInstant(entry.changedAt)}"`;
  return entry.keys === undefined ? own : `${own},${entry.keys}`;
}

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
