import { keyMembers } from "../foundation/feed/entry-keys.js";
import type { FeedEntry, FeedSlice } from "../foundation/feed/feed.js";
import type { StoredEntry } from "./account-state.js";

/** Returns the JSON of a list item, with the optional fields that the list request selects. */
export function itemText(entry: StoredEntry, { tail, keyed }: FeedSlice): string {
  const item = tail ? withTail(entry) : entry.json;
  return keyed ? beginning(item, keyMembers(entry)) : item;
}

/** Returns the JSON of a list item for the change feed, with all optional fields. */
export const keyedText = (entry: FeedEntry): string =>
  entry.keys === undefined ? withTail(entry) : beginning(withTail(entry), entry.keys);

const withTail = ({ json, tail }: FeedEntry): string => (tail === null ? json : joined(json.slice(1, -1), tail));

const beginning = (item: string, members: string): string => joined(members, item.slice(1, -1));

const joined = (...members: readonly string[]): string => `{${members.filter((text) => text !== "").join(",")}}`;
