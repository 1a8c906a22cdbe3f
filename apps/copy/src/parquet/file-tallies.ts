import { join } from "node:path";
import type { Tally } from "../target.js";
import { readManifest } from "./manifest.js";

type KeyRow = { readonly _changed_at: Date; readonly _checksum: bigint };

/** Counts rows and sums checksums in the files that the manifest names. */
export async function fileTallies(folder: string): Promise<readonly Tally[]> {
  const { asyncBufferFromFile, parquetReadObjects } = await import("hyparquet");
  const { lists = {}, files = [] } = (await readManifest(folder)) ?? {};
  const sums = new Map<string, { list: string; month: string; count: number; sum: bigint }>();
  for (const [list, table] of Object.entries(lists)) {
    for (const { file } of files.filter((one) => one.table === table)) {
      const buffer = await asyncBufferFromFile(join(folder, file));
      const rows = (await parquetReadObjects({ file: buffer, columns: ["_changed_at", "_checksum"] })) as KeyRow[];
      for (const { _changed_at: at, _checksum: checksum } of rows) {
        const month = at.toISOString().slice(0, 7);
        const key = `${list} ${month}`;
        const { count, sum } = sums.get(key) ?? { count: 0, sum: 0n };
        sums.set(key, { list, month, count: count + 1, sum: sum + checksum });
      }
    }
  }
  return [...sums.values()].map(({ sum, ...tally }) => ({ ...tally, checksum: String(sum % 2n ** 53n) }));
}
