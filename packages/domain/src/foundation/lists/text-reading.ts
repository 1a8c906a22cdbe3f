import type { FeedBatch, FeedReader } from "../feed/feed.js";
import type { AccountId } from "../kernel/ids.js";
import type { ListReading } from "./read-list.js";

/** Batches of items in JSON. Only the first batch may be empty. */
type ItemTexts = AsyncIterable<readonly string[]>;

/** Reads a list that is not stored in the feed. Its items are immutable JSON strings. */
export const textReading = (
  feed: FeedReader,
  account: AccountId,
  texts: () => ItemTexts,
): Pick<ListReading, "modifiedSince" | "read" | "pageOf"> => ({
  read: (separator = ",") => joined(feed, account, texts, separator),
  modifiedSince: undefined,
  pageOf: ({ watermark }) => ({ watermark }),
});

async function* joined(
  feed: FeedReader,
  account: AccountId,
  texts: () => ItemTexts,
  separator: string,
): AsyncGenerator<FeedBatch, void> {
  const encoder = new TextEncoder();
  const watermark = await watermarkOf(feed, account);
  let isFirst = true;
  for await (const some of texts()) {
    if (isFirst || some.length > 0) yield { count: some.length, json: encoder.encode(some.join(separator)), watermark };
    isFirst = false;
  }
}

/** Returns the time of the account's last change. */
async function watermarkOf(feed: FeedReader, account: AccountId): Promise<FeedBatch["watermark"]> {
  for await (const { watermark } of feed.read(account, "invites", { page: { limit: 1 } })) return watermark;
  throw new Error("the list returned no batch; an empty list must return one empty batch");
}
