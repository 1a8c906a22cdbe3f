import { keyMembers } from "../feed/entry-keys.js";
import type { FeedEntry, FeedSlice } from "../feed/feed.js";
import type { StoredEntry } from "./account-state.js";

/** An item in the form that a slice asks for. */
export function itemText(entry: StoredEntry, { tail, keyed }: FeedSlice): string {
  const item = tail ? withTail(entry) : entry.json;
  return keyed ? beginning(item, keyMembers(entry)) : item;
}

/** An item in its fullest form with its keys, as it stands among changes. */
export const keyedText = (entry: FeedEntry): string =>
  entry.keys === undefined ? withTail(entry) : beginning(withTail(entry), entry.keys);

const withTail = ({ json, tail }: FeedEntry): string => (tail === null ? json : joined(json.slice(1, -1), tail));

const beginning = (item: string, members: string): string => joined(members, item.slice(1, -1));

const joined = (...members: readonly string[]): string => `{${members.filter((text) => text !== "").join(",")}}`;
