import { invalid } from "../../foundation/kernel/domain-error.js";
import type { LineValues } from "../../foundation/records/line-rules.js";
import type { RecordKind } from "../../subjects/record-types/record-types.js";
import type { ReadLine } from "./bundle-kinds.js";
import type { ParsedLine } from "./bundle-source.js";
import { isOneOf, readBundleLine } from "./read-bundle-line.js";

/** Returns the lines of the given kinds in a chunk, grouped by kind. Deletions are excluded. */
export function linesOf(kinds: readonly RecordKind[], chunk: readonly ParsedLine[]) {
  const found = new Map(kinds.map((kind) => [kind, [] as LineValues[]]));
  for (const raw of chunk) {
    if (!isOneOf(kinds, raw)) continue;
    const read = checkedLine(raw);
    if (!read.isDeletion) found.get(read.kind as RecordKind)?.push(read.values);
  }
  return [...found].filter(([, records]) => records.length > 0);
}

/** Reads a line that passed the check. Throws `bundle_changed` if the line is now invalid. */
export function checkedLine(raw: ParsedLine): ReadLine {
  const read = readBundleLine(raw, refuseChangedFile);
  return read ?? refuseChangedFile();
}

function refuseChangedFile(): never {
  throw invalid("bundle_changed", "the bundle changed while it was being loaded; nothing was stored");
}
