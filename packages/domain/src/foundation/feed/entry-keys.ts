import type { AccountId } from "../kernel/ids.js";
import { type Instant, isoInstant } from "../kernel/instant.js";
import type { FeedEntry, FeedId, FeedList } from "./feed.js";
import { publicIdOf } from "./public-lists.js";

/** Public id, time of the last change, and join keys of a list entry. */
export type EntryKeys = FeedId & Pick<FeedEntry, "name" | "keys"> & { readonly changedAt: Instant };

/** Looks up the public ids and join keys of list entries. */
export interface EntryKeyReader {
  /** Returns the keys of the given entries in any order. Omits entries that are not in the list. */
  of(account: AccountId, list: FeedList, ids: readonly FeedId[]): Promise<readonly EntryKeys[]>;
}

/** Returns the keys of an entry as the first members of its JSON item, without braces. */
export function keyMembers(entry: EntryKeys): string {
  const own = `"_id":"${publicIdOf(entry)}","_changed_at":"${isoInstant(entry.changedAt)}"`;
  return entry.keys === undefined ? own : `${own},${entry.keys}`;
}
