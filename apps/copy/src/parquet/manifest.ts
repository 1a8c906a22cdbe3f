import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";

/** A file with a part of a table. */
export type PartFile = { readonly table: string; readonly part: number; readonly file: string; readonly rows: number };

/** Which files are the copy, at which cursor. It is replaced as a whole; the files that it names never change. */
export type Manifest = {
  readonly format: 1;
  /** How often files were written. */
  readonly version: number;
  readonly source: string;
  readonly cursor: string | null;
  /** The lists, and the tables that they are in. */
  readonly lists: Readonly<Record<string, string>>;
  readonly files: readonly PartFile[];
};

const fileIn = (folder: string) => join(folder, "manifest.json");

/** Undefined where there is none. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readFile(fileIn(folder), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  return text === undefined ? undefined : (JSON.parse(text) as Manifest);
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const unfinished = `${fileIn(folder)}.unfinished`;
  const handle = await open(unfinished, "w");
  try {
    await handle.writeFile(`${JSON.stringify(manifest, null, 1)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, fileIn(folder));
}
