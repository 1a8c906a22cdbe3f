import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";

/** Parquet file with one partition of a table. */
export type PartFile = { readonly table: string; readonly part: number; readonly file: string; readonly rows: number };

/** Manifest with the current files and the cursor. The manifest is replaced atomically, and the files never change. */
export type Manifest = {
  readonly format: 1;
  /** Number of times that files were written. */
  readonly version: number;
  readonly source: string;
  readonly cursor: string | null;
  /** Table names by list. */
  readonly lists: Readonly<Record<string, string>>;
  readonly files: readonly PartFile[];
};

const fileIn = (folder: string) => join(folder, "manifest.json");

/** Reads the manifest. Returns undefined if the folder has no manifest. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readFile(fileIn(folder), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  return text === undefined ? undefined : (JSON.parse(text) as Manifest);
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const unfinished = `${fileIn(folder)}.unfinished`;
  const handle = await open(unfinished, "w", 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(manifest, null, 1)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, fileIn(folder));
}
