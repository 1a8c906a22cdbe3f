import type { FeedBatch } from "@repute/domain";
import { ClientGone, type Exchange } from "../exchange.js";

/** Cursor that reads the batches of a list. */
export type Cursor = {
  /** Returns the next batch, or `undefined` after the last one. */
  next(): Promise<FeedBatch | undefined>;
  /** Ends the read and releases its resources. Called automatically when the client disconnects. */
  close(): Promise<void>;
};

/** Opens a cursor that reads a list for a request. */
export function openCursor(
  { leaving: { signal: disconnected }, facts }: Pick<Exchange, "leaving" | "facts">,
  batches: AsyncIterable<FeedBatch>,
): Cursor {
  const iterator = batches[Symbol.asyncIterator]();
  let closing: Promise<unknown> | undefined;
  const close = async () => {
    closing ??= Promise.resolve(iterator.return?.());
    await closing;
  };
  // Ignore errors here. The reader of the list also closes the cursor and handles its errors.
  const leave = () => void close().catch(() => undefined);
  disconnected.addEventListener("abort", leave, { once: true });

  return {
    async next() {
      if (disconnected.aborted) throw new ClientGone();
      const { done, value } = await iterator.next();
      if (done) return undefined;
      facts.rows = (facts.rows ?? 0) + value.count;
      return value;
    },
    async close() {
      disconnected.removeEventListener("abort", leave);
      await close();
    },
  };
}
