import type { FileHandle } from "node:fs/promises";
import type { BundleSource } from "@repute/domain";
import { invalid } from "@repute/domain";
import { jsonLines } from "./json-lines.js";
import { rereading } from "./rereading.js";

/**
 * An account bundle in a file, one JSON object a line, in UTF-8 with or without a byte order mark. It is read in
 * pieces, from the beginning each time; a file that changed since it was first read is `bundle_changed`.
 */
export const ndjsonBundle = (file: string | FileHandle): BundleSource => ({
  read: rereading(file, jsonLines, changed),
});

const changed = () =>
  invalid("bundle_changed", "the bundle was changed while it was being read; nothing of it was stored");
