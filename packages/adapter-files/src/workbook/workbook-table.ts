import type { FileHandle } from "node:fs/promises";
import type { Cells } from "../csv-records.js";
import type { Notice } from "../notices.js";
import { openArchive } from "./archive.js";
import { sharedStrings } from "./shared-strings.js";
import { sheetRows } from "./sheet-rows.js";
import { workbookParts } from "./workbook-parts.js";

/** Opens an Excel workbook. The returned function reads the rows of the first visible sheet from the beginning. */
export async function workbookRows(
  handle: FileHandle,
  notice: Notice,
): Promise<() => AsyncGenerator<readonly Cells[]>> {
  const archive = await openArchive(handle);
  const parts = await workbookParts(archive);
  if (parts.otherSheets > 0) notice("the workbook has several sheets: only the first was read");
  const strings = await sharedStrings(archive, parts.sharedStrings);
  return () => sheetRows(archive, parts, strings, notice);
}
