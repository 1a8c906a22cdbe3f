import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import { literal, quoted } from "../sql/engine.js";
import { duckdbViews } from "../views/view-dialect.js";
import { viewsOf } from "../views/views.js";
import type { Manifest } from "./manifest.js";

const header = `-- Written by repute copy. Run this file in DuckDB, in this folder, to query the current files of the copy:
-- duckdb -init views.sql
`;

/** Returns SQL for DuckDB views: one view per table over the table's current files, and the reporting views. */
function viewsSql({ lists, files }: Pick<Manifest, "lists" | "files">): string {
  const names = [...new Set(files.map(({ table }) => table))];
  const tables = names.map((name) => {
    const own = files.filter(({ table }) => table === name).map(({ file }) => literal(file));
    return `CREATE OR REPLACE VIEW ${quoted(name)} AS SELECT * FROM read_parquet([${own.join(", ")}]);\n`;
  });
  const views = viewsOf(Object.keys(lists)).map(
    ({ name, query }) => `CREATE OR REPLACE VIEW ${quoted(name)} AS ${query(duckdbViews)};\n`,
  );
  return [header, ...tables, ...views].join("");
}

/** Replaces the file `views.sql` in the folder. */
export async function writeViews(folder: string, manifest: Manifest): Promise<void> {
  const file = join(folder, "views.sql");
  const handle = await open(`${file}.unfinished`, "w", 0o600);
  try {
    await handle.writeFile(viewsSql(manifest));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.unfinished`, file);
}
