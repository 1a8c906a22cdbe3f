import type { Checksum, ReputeClient } from "@repute/client";
import { abortWith } from "./abort-with.js";
import type { Origin } from "./origin.js";
import { isListName } from "./shape/list-names.js";

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

/**
 * Returns true if a checksum from the source is valid. It must contain a list, a month, a row count and the checksum.
 */
function isChecksum(found: Checksum | null): boolean {
  const { list, month, count, checksum }: Partial<Checksum> = found ?? {};
  const isText = [list, month, checksum].every((value) => typeof value === "string") && isListName(list ?? "");
  return (
    isText && /^\d{4}-\d{2}$/.test(month ?? "") && Number.isSafeInteger(count) && /^\d{1,20}$/.test(checksum ?? "")
  );
}
