import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import { isoInstant } from "../kernel/instant.js";
import type { FeedEntry, FeedId, FeedList } from "./feed.js";
import { publicIdOf } from "./public-lists.js";

/** What callers know an entry by, when it last changed, and what it is joined on. */
export type EntryKeys = FeedId & Pick<FeedEntry, "name" | "keys"> & { readonly changedAt: Instant };

/** Tells what entries of a list are known by. */
export interface EntryKeyReader {
  /** Of those of some entries that are in the list, in no order. */
  of(account: AccountId, list: FeedList, ids: readonly FeedId[]): Promise<readonly EntryKeys[]>;
}

/** What an item begins with where its keys are asked for, as JSON without braces. */
export function keyMembers(entry: EntryKeys): string {
  const own = `"_id":"${publicIdOf(entry)}","_changed_at":"${isoInstant(entry.changedAt)}"`;
  return entry.keys === undefined ? own : `${own},${entry.keys}`;
}
