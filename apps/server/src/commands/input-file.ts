import type { FileHandle } from "node:fs/promises";
import { type FileOptions, spoolToFile } from "@repute/adapter-files";
import type { Terminal } from "../terminal.js";

/**
 * Opens the input file of a command.
 * `-` is standard input, which is copied to a private file so that it can be read several times.
 */
export async function withInputFile<T>(
  { stdin }: Terminal,
  file: string,
  work: (file: string | FileHandle) => Promise<T>,
): Promise<T> {
  if (file !== "-") return work(file);
  const spool = await spoolToFile(stdin);
  try {
    return await work(spool.file);
  } finally {
    await spool.close();
  }
}

/** Returns file options with a callback that prints notices to standard error. */
export const noticesOf = ({ stderr }: Terminal): FileOptions => ({
  onNotice: (text) => void stderr.write(`note: ${text}\n`),
});
