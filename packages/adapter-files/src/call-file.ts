import type { FileHandle } from "node:fs/promises";
import type { CallFile, CallRow } from "@repute/domain";
import { invalid } from "@repute/domain";
import { beginningOf } from "./beginning-of.js";
import { csvRows } from "./csv-rows.js";
import { jsonRows } from "./json-rows.js";
import type { FileOptions, Notice } from "./notices.js";
import { onceEach } from "./notices.js";
import { rereading } from "./rereading.js";

/**
 * A call tracker's export in a file, packed with gzip or not: a table with a row of headings (CSV or .xlsx), or JSON, which is a
 * document with the objects or one object a line. A file that changed since it was first read is `file_changed`.
 */
export function callFile(file: string | FileHandle, { onNotice }: FileOptions = {}): CallFile {
  const notice = onceEach(onNotice);
  return { read: rereading(file, (handle) => callRows(handle, notice), changed) };
}

async function* callRows(handle: FileHandle, notice: Notice): AsyncGenerator<readonly CallRow[]> {
  yield* (await isJson(handle)) ? jsonRows(handle) : csvRows(handle, notice);
}

/** Told by the first character that is no white space: no heading of a table begins with a bracket. */
const isJson = async (handle: FileHandle): Promise<boolean> => /^[{[]/.test(await beginningOf(handle));

const changed = () => invalid("file_changed", "the file changed while it was being read; nothing was stored");
