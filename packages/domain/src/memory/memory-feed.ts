import type { FeedBatch, FeedEntry, FeedReader, FeedSlice } from "../feed/feed.js";
import type { AccountId } from "../kernel/ids.js";
import type { AccountState } from "./account-state.js";

const batchSize = 1_000;
const encoder = new TextEncoder();

/** Reads the lists of the states that `committed` answers. */
export function memoryFeedReader(committed: (account: AccountId) => AccountState): FeedReader {
  return {
    async *read(account, list, slice): AsyncGenerator<FeedBatch, void> {
      const { lists, watermark } = committed(account);
      const entries = inOrder(lists.get(list)).filter((entry) => isIn(slice, entry));
      let start = 0;
      do {
        const batch = entries.slice(start, start + batchSize);
        yield {
          count: batch.length,
          json: encoder.encode(batch.map((entry) => textOf(entry, slice)).join(",")),
          watermark,
        };
        start += batchSize;
      } while (start < entries.length);
    },
  };
}

/** Maps are never changed once committed, so each is sorted once. */
const sorted = new WeakMap<ReadonlyMap<string, FeedEntry>, readonly FeedEntry[]>();

function inOrder(entries: ReadonlyMap<string, FeedEntry> | undefined): readonly FeedEntry[] {
  if (!entries) return [];
  const known = sorted.get(entries);
  if (known) return known;
  const fresh = [...entries.values()].sort((a, b) => b.at - a.at || b.kind - a.kind || b.id - a.id);
  sorted.set(entries, fresh);
  return fresh;
}

function isIn({ window = {}, ratings }: FeedSlice, { at, rating }: FeedEntry): boolean {
  if (window.from !== undefined && at < window.from) return false;
  if (window.to !== undefined && at >= window.to) return false;
  return ratings === undefined || (rating !== null && ratings.includes(rating));
}

const textOf = ({ json, tail }: FeedEntry, slice: FeedSlice): string =>
  slice.tail && tail !== null ? `${json.slice(0, -1)},${tail}}` : json;
