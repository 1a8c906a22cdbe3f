import type { FileHandle } from "node:fs/promises";
import { type CallFile, type CallRow, invalid } from "@repute/domain";
import { beginningOf } from "./beginning-of.js";
import { csvRows } from "./csv-rows.js";
import { jsonRows } from "./json-rows.js";
import { type FileOptions, type Notice, onceEach } from "./notices.js";
import { rereading } from "./rereading.js";

/**
 * Reads the calls in a call tracker's export, with or without gzip compression.
 * The file is a table with headings (CSV or .xlsx), one JSON document, or one JSON object per line.
 * Throws `file_changed` if the file changed since the first read.
 */
export function callFile(file: string | FileHandle, { onNotice }: FileOptions = {}): CallFile {
  const notice = onceEach(onNotice);
  return { read: rereading(file, (handle) => callRows(handle, notice), changed) };
}

async function* callRows(handle: FileHandle, notice: Notice): AsyncGenerator<readonly CallRow[]> {
  yield* (await isJson(handle)) ? jsonRows(handle) : csvRows(handle, notice);
}

/** Detects JSON by its first character, which is a bracket. Headings of a table never begin with a bracket. */
const isJson = async (handle: FileHandle): Promise<boolean> => /^[{[]/.test(await beginningOf(handle));

const changed = () => invalid("file_changed", "the file changed while it was being read; nothing was stored");
