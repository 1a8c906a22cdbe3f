import type { FileHandle } from "node:fs/promises";
import { type Cells, csvRecords, type Delimiter } from "./csv-records.js";
import type { Notice } from "./notices.js";
import { isWorkbook } from "./workbook/workbook-kind.js";
import { workbookRows } from "./workbook/workbook-table.js";

/** A table in a text file or a workbook, before its headings are known. */
export type Table = {
  /** Reads the rows in chunks, including blank rows. */
  records(notice: Notice): AsyncGenerator<readonly Cells[]>;
  /** True if rows omit their empty trailing cells. */
  readonly isRagged: boolean;
};

/** Returns the first visible sheet of a workbook, or one table per possible delimiter of a text file. */
export async function tablesIn(
  handle: FileHandle,
  delimiters: readonly [Delimiter, ...Delimiter[]],
  notice: Notice,
): Promise<readonly [Table, ...Table[]]> {
  if (await isWorkbook(handle)) return [{ records: await workbookRows(handle, notice), isRagged: true }];
  const [first, ...others] = delimiters;
  return [cutAt(first), ...others.map(cutAt)];

  function cutAt(delimiter: Delimiter): Table {
    return { records: (onNotice) => csvRecords(handle, delimiter, onNotice), isRagged: false };
  }
}
