import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import { isoInstant } from "../kernel/instant.js";
import type { FeedEntry, FeedId, FeedList } from "./feed.js";
import { publicIdOf } from "./public-lists.js";

/** Public id, time of change and join keys of an entry. */
export type EntryKeys = FeedId & Pick<FeedEntry, "name" | "keys"> & { readonly changedAt: Instant };

/** Looks up the keys of list entries. */
export interface EntryKeyReader {
  /** Returns the keys of the entries that are in the list, in any order. */
  of(account: AccountId, list: FeedList, ids: readonly FeedId[]): Promise<readonly EntryKeys[]>;
}

/** Returns the first members of an item with keys, as JSON without braces. */
export function keyMembers(entry: EntryKeys): string {
  const own = `"_id":"${publicIdOf(entry)}","_changed_at":"${isoInstant(entry.changedAt)}"`;
  return entry.keys === undefined ? own : `${own},${entry.keys}`;
}
