import type { FileHandle } from "node:fs/promises";
import { pieces, withoutMark } from "./pieces.js";

const searchedBytes = 4_096;

/** Returns the first bytes of a file without leading white space, decoded as Latin-1. Used to detect the format. */
export async function beginningOf(handle: FileHandle): Promise<string> {
  for await (const piece of pieces(handle)) return withoutMark(piece).toString("latin1", 0, searchedBytes).trimStart();
  return "";
}
