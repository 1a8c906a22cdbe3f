import type { FileHandle } from "node:fs/promises";
import type { BundleSource } from "@repute/domain";
import { invalid } from "@repute/domain";
import type { NumberedLine } from "./json-lines.js";
import { jsonLines } from "./json-lines.js";
import { refuseOtherFile } from "./refuse-other-file.js";
import { rereading } from "./rereading.js";

/**
 * An account bundle in a file, one JSON object a line, in UTF-8 with or without a byte order mark, packed by gzip or not.
 * It is read in pieces, from the beginning each time; a file that changed since it was first read is `bundle_changed`.
 */
export const ndjsonBundle = (file: string | FileHandle): BundleSource => ({
  read: rereading(file, bundleLines, changed),
});

async function* bundleLines(handle: FileHandle): AsyncGenerator<readonly NumberedLine[]> {
  await refuseOtherFile(handle);
  yield* jsonLines(handle);
}

const changed = () => invalid("bundle_changed", "the bundle changed while it was being read; nothing was stored");
