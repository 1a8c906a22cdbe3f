import type { ReputeClient } from "@repute/client";
import { abortWith } from "./abort-with.js";
import { isChecksum } from "./checksum.js";
import type { Origin } from "./origin.js";

/** Expected total of rows. `after` returns the total, if known, after each page. */
type RowCount = { after(more: boolean): number | undefined };

/**
 * Asks the source to count its rows during a copy, starting after the first page if more pages follow. Returns no total
 * if the count is not wanted, fails, is still running, or the copy is complete.
 */
export function rowCount(
  client: Pick<ReputeClient, "checksums">,
  lists: Origin["lists"],
  signal: AbortSignal,
  wanted: boolean,
): RowCount {
  const over = abortWith(signal);
  let asks = wanted;
  let count: number | undefined;
  const ask = async () => {
    const { checksums } = await client.checksums({ lists, signal: over.signal });
    if (checksums.every(isChecksum)) count = checksums.reduce((all, checksum) => all + checksum.count, 0);
  };
  return {
    after(more) {
      if (!more) over.abort();
      else if (asks) {
        asks = false;
        ask().catch(() => {}); // a failing source is reported by the change requests
      }
      return over.signal.aborted ? undefined : count;
    },
  };
}
