import type { FileHandle } from "node:fs/promises";
import { type BundleSource, invalid } from "@repute/domain";
import { jsonLines, type NumberedLine } from "./json-lines.js";
import { refuseOtherFile } from "./refuse-other-file.js";
import { rereading } from "./rereading.js";

/**
 * Reads an account bundle from a UTF-8 file with one JSON object per line, with or without gzip compression.
 * Each read starts at the beginning of the file.
 * Throws `bundle_changed` if the file changed since the first read.
 */
export const ndjsonBundle = (file: string | FileHandle): BundleSource => ({
  read: rereading(file, bundleLines, changed),
});

async function* bundleLines(handle: FileHandle): AsyncGenerator<readonly NumberedLine[]> {
  await refuseOtherFile(handle);
  yield* jsonLines(handle);
}

const changed = () => invalid("bundle_changed", "the bundle changed while it was being read; nothing was stored");
