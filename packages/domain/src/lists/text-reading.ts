import type { FeedBatch, FeedReader } from "../feed/feed.js";
import type { AccountId } from "../kernel/ids.js";
import type { ListReading } from "./read-list.js";

/** JSON of items, some at a time; the first time there may be none. */
type ItemTexts = AsyncIterable<readonly string[]>;

/** A list that is kept outside of the feed, as texts that never change once they are there. */
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

/** The account's last change: every batch of every list tells it. */
async function watermarkOf(feed: FeedReader, account: AccountId): Promise<FeedBatch["watermark"]> {
  for await (const { watermark } of feed.read(account, "invites", { page: { limit: 1 } })) return watermark;
  throw new Error("the list returned no batch; an empty list must return one empty batch");
}
