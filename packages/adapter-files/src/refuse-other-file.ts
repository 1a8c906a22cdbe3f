import type { FileHandle } from "node:fs/promises";
import { invalid } from "@repute/domain";
import { otherFormat } from "./other-format.js";
import { rawPieces, withoutMark } from "./pieces.js";

const perLine = "a bundle has one JSON object per line";

/** Throws `file_unreadable` for a file that is not a bundle. Otherwise each line would cause a less helpful error. */
export async function refuseOtherFile(handle: FileHandle): Promise<void> {
  for await (const piece of rawPieces(handle)) {
    const guess = guessOf(withoutMark(piece));
    if (guess !== undefined) throw invalid("file_unreadable", `cannot read the bundle: it is ${guess}`);
    return;
  }
}

function guessOf(bytes: Buffer): string | undefined {
  const format = otherFormat(bytes);
  if (format !== undefined) return format === "UTF-16" ? `${format} text; save it as UTF-8` : format;
  if (bytes.subarray(0, 4_096).includes(0)) return `not a text file; ${perLine}`;
  const [first = "", second] = bytes
    .toString()
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (first.startsWith("[") && !isJson(first)) return `one JSON array; ${perLine} (to convert it, run: jq -c '.[]')`;
  if (first.startsWith("{"))
    return isBegun(first) ? `pretty-printed JSON; ${perLine} (to convert it, run: jq -c .)` : undefined;
  return [first, second].every(isTableRow) ? `a CSV table; ${perLine}` : undefined;
}

/** True if a line ends with a bracket or comma, as the first line of pretty-printed JSON does. */
const isBegun = (line: string): boolean => /[{[,]$/.test(line) && !isJson(line);

const isTableRow = (line: string | undefined): boolean =>
  line !== undefined && !line.startsWith("{") && /[,;\t|]/.test(line) && !isJson(line);

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
