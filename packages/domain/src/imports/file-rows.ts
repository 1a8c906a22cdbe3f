import { invalid } from "../kernel/domain-error.js";
import type { ImportFile } from "./import-file.js";
import type { ImportRow } from "./import-row.js";
import { isDropped, usableRow } from "./usable-row.js";

/** How many rows a run takes; its own rows are held against each other in memory. */
const mostRows = 500_000;

/** The rows of a file that count, some at a time. */
export async function* countedRows(file: ImportFile): AsyncGenerator<readonly ImportRow[]> {
  let rows = 0;
  for await (const chunk of file.read()) {
    const counted = chunk.filter((row) => !isDropped(row)).map(usableRow);
    rows += counted.length;
    if (rows > mostRows) throw invalid("too_many_rows", `expected at most ${mostRows} rows in one file`);
    if (counted.length > 0) yield counted;
  }
}
