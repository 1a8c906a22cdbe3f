import type { FeedBatch } from "@repute/domain";
import type { Exchange } from "../exchange.js";
import { ClientGone } from "../exchange.js";

/** An open list. */
export type Cursor = {
  /** Returns the next batch, or `undefined` after the last one. */
  next(): Promise<FeedBatch | undefined>;
  /** Releases the resources of the read. Called automatically when the client leaves. */
  close(): Promise<void>;
};

/** Starts to read a list for an exchange. */
export function openCursor(
  { leaving: { signal: gone }, facts }: Pick<Exchange, "leaving" | "facts">,
  batches: AsyncIterable<FeedBatch>,
): Cursor {
  const iterator = batches[Symbol.asyncIterator]();
  let closing: Promise<unknown> | undefined;
  const close = async () => {
    closing ??= Promise.resolve(iterator.return?.());
    await closing;
  };
  // The reader also closes the list and handles the error there.
  const leave = () => void close().catch(() => undefined);
  gone.addEventListener("abort", leave, { once: true });

  return {
    async next() {
      if (gone.aborted) throw new ClientGone();
      const { done, value } = await iterator.next();
      if (done) return undefined;
      facts.rows = (facts.rows ?? 0) + value.count;
      return value;
    },
    async close() {
      gone.removeEventListener("abort", leave);
      await close();
    },
  };
}
