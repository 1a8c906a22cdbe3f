import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Table } from "../shape/table.js";
import { quoted } from "../sql/engine.js";
import { layoutsOf, tableOf } from "../sql/layout.js";
import type { SqliteEngine } from "../sqlite/sqlite-engine.js";
import { dirtyParts, forgetDirtyParts, partRows } from "./dirty-parts.js";
import { type Manifest, type PartFile, readManifest, writeManifest } from "./manifest.js";
import { writeViews } from "./views-file.js";
import { writePart } from "./write-part.js";

/** Source, cursor and lists that are written to the manifest. */
export type Exported = Pick<Manifest, "source" | "cursor"> & { readonly lists: readonly string[] };

/** Writes new files for changed partitions, then replaces the manifest, then deletes the old files. */
export async function exportParts(engine: SqliteEngine, folder: string, { lists, ...of }: Exported): Promise<void> {
  const before = await readManifest(folder);
  const version = (before?.version ?? 0) + 1;
  const dirty = await dirtyParts(engine);
  const current = new Set(lists.flatMap((list) => layoutsOf(tableOf(list)).map(({ name }) => name)));
  const all = before?.files ?? [];
  let files = all.filter(({ table }) => current.has(table));
  for (const table of lists.map(tableOf)) {
    const wanted = dirty.filter(({ name }) => name === table.name).map(({ part }) => part);
    const parts = await partsOf(engine, table, wanted, files);
    const layouts = layoutsOf(table);
    const names = new Set(layouts.map(({ name }) => name));
    files = files.filter(({ table: name, part }) => !names.has(name) || !parts.includes(part));
    for (const part of parts) files = [...files, ...(await writeParts(engine, folder, table, part, version))];
    for (const { name } of layouts) {
      if (!files.some((file) => file.table === name))
        files = [...files, await writeOne(folder, name, table, 0, version, [])];
    }
  }
  const tables = Object.fromEntries(lists.map((list) => [list, tableOf(list).name]));
  const manifest: Manifest = { format: 1, version, ...of, lists: tables, files };
  await writeManifest(folder, manifest);
  await writeViews(folder, manifest);
  await forgetDirtyParts(engine);
  await removeOthers(folder, files, new Set([...all, ...files].map(({ table }) => table)));
}

/** Replaces `-1` with the numbers of all partitions of a table, including partitions that have a file but no rows. */
async function partsOf(engine: SqliteEngine, { name }: Table, wanted: readonly number[], files: readonly PartFile[]) {
  if (!wanted.includes(-1)) return wanted;
  const rows = await engine.rows(`SELECT DISTINCT (rowid - 1) / ${partRows} AS part FROM ${quoted(name)}`);
  const there = rows.map((row) => Number(row["part"]));
  const were = files.filter(({ table }) => table === name).map(({ part }) => part);
  return [...new Set([...there, ...were])];
}

/** Writes the files of a partition. Tables without rows in the partition get no file. */
async function writeParts(engine: SqliteEngine, folder: string, table: Table, part: number, version: number) {
  const [own, ...children] = layoutsOf(table);
  if (!own) return [];
  const within = `rowid > ${part * partRows} AND rowid <= ${(part + 1) * partRows}`;
  const written: PartFile[] = [];
  for (const { name } of [own, ...children]) {
    const from =
      name === own.name
        ? `FROM ${quoted(name)} WHERE ${within}`
        : `FROM ${quoted(name)} WHERE _id IN (SELECT _id FROM ${quoted(own.name)} WHERE ${within})`;
    const some = await engine.rows(`SELECT 1 ${from} LIMIT 1`);
    if (some.length === 0) continue;
    const rows = engine.each(`SELECT * ${from} ORDER BY ${name === own.name ? "rowid" : "1, 2"}`);
    written.push(await writeOne(folder, name, table, part, version, rows));
  }
  return written;
}

async function writeOne(
  folder: string,
  name: string,
  table: Table,
  part: number,
  version: number,
  rows: Parameters<typeof writePart>[2],
): Promise<PartFile> {
  const { columns = [] } = layoutsOf(table).find((layout) => layout.name === name) ?? {};
  const file = `${name}/${String(part).padStart(5, "0")}-${version}.parquet`;
  await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
  return { table: name, part, file, rows: await writePart(join(folder, file), columns, rows) };
}

/** Deletes files that are not in the manifest: old versions and unfinished files. */
async function removeOthers(folder: string, files: readonly PartFile[], tables: ReadonlySet<string>): Promise<void> {
  const wanted = new Set(files.map(({ file }) => file));
  for (const name of tables) {
    for (const file of await readdir(join(folder, name))) {
      if (/\.parquet(?:\.unfinished)?$/.test(file) && !wanted.has(`${name}/${file}`))
        await rm(join(folder, name, file));
    }
  }
}
