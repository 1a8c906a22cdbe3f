import type { FeedBatch } from "@repute/domain";
import type { Exchange } from "../exchange.js";
import { ClientGone } from "../exchange.js";

/** A list that is being read. */
export type Cursor = {
  /** The next batch, `undefined` behind the last one. */
  next(): Promise<FeedBatch | undefined>;
  /** Gives back what reading holds; also done at once when the client leaves. */
  close(): Promise<void>;
};

/** Begins to read a list for an exchange. */
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
  // Whoever reads the list closes it as well, and hears then of what goes wrong in closing.
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
