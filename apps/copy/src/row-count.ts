import type { ReputeClient } from "@repute/client";
import { isChecksum } from "./checksum.js";
import type { Origin } from "./origin.js";

/** How many rows there will be, as far as that is known after a page. */
type RowCount = { after(more: boolean): number | undefined };

/**
 * Has a source count its rows while they are copied, from the first page on that is not the last one. Until it has, where it
 * cannot, when it is not wanted, and once all pages are there, nothing is known.
 */
export function rowCount(
  client: Pick<ReputeClient, "checksums">,
  lists: Origin["lists"],
  signal: AbortSignal,
  wanted: boolean,
): RowCount {
  const over = new AbortController();
  let asks = wanted;
  let count: number | undefined;
  const ask = async () => {
    const { checksums } = await client.checksums({ lists, signal: AbortSignal.any([signal, over.signal]) });
    if (checksums.every(isChecksum)) count = checksums.reduce((all, checksum) => all + checksum.count, 0);
  };
  return {
    after(more) {
      if (!more) over.abort();
      else if (asks) {
        asks = false;
        ask().catch(() => {}); // what is wrong with the source is told by its changes
      }
      return over.signal.aborted ? undefined : count;
    },
  };
}
