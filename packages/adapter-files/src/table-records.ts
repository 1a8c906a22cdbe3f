import type { FileHandle } from "node:fs/promises";
import type { Cells, Delimiter } from "./csv-records.js";
import { csvRecords } from "./csv-records.js";
import type { Notice } from "./notices.js";
import { isWorkbook } from "./workbook/workbook-kind.js";
import { workbookRows } from "./workbook/workbook-table.js";

/** A table that a file may hold. */
export type Table = {
  /** Its rows, blank ones too, some at a time. */
  records(notice: Notice): AsyncGenerator<readonly Cells[]>;
  /** Whether rows end with their last cell that is not empty. */
  readonly isRagged: boolean;
};

/** The first sheet of a workbook, or the text of a file cut at each of the delimiters. */
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
