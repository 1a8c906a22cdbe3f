import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "@jest/globals";

/** Creates a folder for each test. Returns a function that writes a file and returns its path. */
export function temporaryFile(): (content: string | Buffer) => Promise<string> {
  let folder: string;
  let count: number;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "repute-files-"));
    count = 0;
  });
  afterEach(() => rm(folder, { recursive: true }));
  return async (content) => {
    const file = join(folder, `file-${(count += 1)}`);
    await writeFile(file, content);
    return file;
  };
}

/** Collects all elements of asynchronous chunks. */
export async function all<T>(chunks: AsyncIterable<readonly T[]>): Promise<T[]> {
  const found: T[] = [];
  for await (const chunk of chunks) found.push(...chunk);
  return found;
}
