import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Content of a stream in a temporary file that only this process can access. */
export type Spool = { readonly file: FileHandle; close(): Promise<void> };

/**
 * Copies a stream to a private temporary file so that the content can be read more than once.
 * The file is unlinked before the first byte is written, so no data remains even if the process crashes.
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
