import type { ReputeClient } from "@repute/client";
import { abortWith } from "./abort-with.js";
import { isChecksum } from "./checksum.js";
import type { Origin } from "./origin.js";

/** Expected total number of rows. `after` is called after each page and returns the total if it is known. */
type RowCount = { after(more: boolean): number | undefined };

/**
 * Requests the total number of rows from the source after the first page, if more pages follow.
 * Returns no total if the copy is complete, or if the count is not wanted, has failed or is still running.
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
        ask().catch(() => {}); // ignore the error, because the next change request reports a failing source
      }
      return over.signal.aborted ? undefined : count;
    },
  };
}
