import { invalid } from "../kernel/domain-error.js";
import type { ImportFile } from "./import-file.js";
import type { ImportRow } from "./import-row.js";
import { isDropped, usableRow } from "./usable-row.js";

/** How many rows a run takes; its own rows are held against each other in memory. */
const mostRows = 500_000;

/** How many rows are looked up together. Few enough that what is made of them is soon no longer needed. */
const chunkRows = 200;

/** The rows of a file that count, some at a time. */
export async function* countedRows(file: ImportFile): AsyncGenerator<readonly ImportRow[]> {
  let rows = 0;
  let chunk: ImportRow[] = [];
  for await (const read of file.read()) {
    for (const row of read) {
      if (isDropped(row)) continue;
      if ((rows += 1) > mostRows) throw invalid("too_many_rows", `expected at most ${mostRows} rows in one file`);
      if (chunk.push(usableRow(row)) < chunkRows) continue;
      yield chunk;
      chunk = [];
    }
  }
  if (chunk.length > 0) yield chunk;
}
