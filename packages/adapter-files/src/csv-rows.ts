import type { FileHandle } from "node:fs/promises";
import type { CallRow } from "@repute/domain";
import { type Cells, headingsOf, isBlank, tooManyCells } from "./csv-records.js";
import type { Notice } from "./notices.js";
import { tablesIn } from "./table-records.js";

const chunkRows = 1_000;

/**
 * Reads the rows below the headings of a CSV file or workbook in chunks.
 * Skips blank rows.
 * Rows are numbered like in a spreadsheet.
 */
export async function* csvRows(handle: FileHandle, notice: Notice): AsyncGenerator<readonly CallRow[]> {
  let headings: Cells | undefined;
  let chunk: CallRow[] = [];
  let row = 0;
  const [table] = await tablesIn(handle, [","], notice);
  for await (const some of table.records(notice)) {
    for (const cells of some) {
      row += 1;
      if (isBlank(cells)) continue;
      if (headings) chunk.push(rowOf(row, headings, cells));
      else headings = headingsOf(cells);
      if (chunk.length < chunkRows) continue;
      yield chunk;
      chunk = [];
    }
  }
  if (chunk.length > 0) yield chunk;
}

function rowOf(row: number, headings: Cells, cells: Cells): CallRow {
  const problem = tooManyCells(headings, cells);
  if (problem !== undefined) return { row, problem };
  return {
    row,
    form: "csv",
    cells: Object.fromEntries(headings.map((heading, index) => [heading, cells[index]])),
  };
}
