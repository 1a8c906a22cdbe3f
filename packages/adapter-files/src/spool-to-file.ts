import type { FileHandle } from "node:fs/promises";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a stream brought, in a file that only this process can reach. */
export type Spool = { readonly file: FileHandle; close(): Promise<void> };

/**
 * Keeps a stream in a private temporary file, so that it can be read more than once. The file loses its name before
 * the first byte is written: nothing is left behind, however the process ends.
 */
export async function spoolToFile(stream: AsyncIterable<Uint8Array | string>): Promise<Spool> {
  const file = await namelessFile();
  try {
    for await (const piece of stream) await file.appendFile(piece);
    return { file, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function namelessFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), "repute-"));
  try {
    return await open(join(folder, "standard-input"), "wx+", 0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
}
