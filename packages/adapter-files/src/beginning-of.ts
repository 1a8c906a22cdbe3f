import type { FileHandle } from "node:fs/promises";
import { pieces, withoutMark } from "./pieces.js";

const searchedBytes = 4_096;

/** What begins a file, from the first character that is no white space; each byte is a character. */
export async function beginningOf(handle: FileHandle): Promise<string> {
  for await (const piece of pieces(handle)) return withoutMark(piece).toString("latin1", 0, searchedBytes).trimStart();
  return "";
}
