import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SchemaElement } from "hyparquet";
import type { Column, ColumnType, Table } from "../shape/table.js";
import { layoutsOf, tableOf, tables } from "../shape/tables.js";
import { duckdbViews, type Engine, literal, quoted } from "../sql/engine.js";
import { viewsOf } from "../sql/extras.js";
import type { SqliteEngine } from "./sqlite-target.js";

/** Source, cursor and lists that are written to the manifest. */
type Exported = Pick<Manifest, "source" | "cursor"> & { readonly lists: readonly string[] };

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

/** Number of row ids per Parquet file. Each file holds one partition: a range of row ids with their nested rows. */
export const partRows = 25_000;

/** Table partition with changes that are not written yet. Partition `-1` means all partitions of the table. */
export type DirtyPart = { readonly name: string; readonly part: number };

const children = new Set(tables.flatMap((table) => table.children.map(({ name }) => name)));

/** Wraps an engine so that each transaction also records which partitions it changes. */
export function notingParts<E extends Engine>(engine: E): E {
  const note = async (name: string, ids: readonly string[]) => {
    if (children.has(name) || name.startsWith("_")) return;
    await engine.run(
      `INSERT OR IGNORE INTO _repute_dirty SELECT ${literal(name)}, (rowid - 1) / ${partRows} FROM ${quoted(name)}
       WHERE _id IN (SELECT value FROM json_each(${literal(JSON.stringify(ids))}))`,
    );
  };
  return {
    ...engine,
    async begin(isFirst) {
      await engine.begin(isFirst);
      await engine.run("CREATE TABLE IF NOT EXISTS _repute_dirty (name TEXT, part INTEGER, PRIMARY KEY (name, part))");
    },
    async upsert(table, columns, keys, rows) {
      await engine.upsert(table, columns, keys, rows);
      await note(
        table,
        rows.map(([id]) => String(id)),
      );
    },
    async remove(table, ids) {
      await note(table, ids);
      await engine.remove(table, ids);
    },
    async refill(table, from, columns) {
      await engine.refill(table, from, columns);
      if (!children.has(table)) await engine.run(`INSERT OR IGNORE INTO _repute_dirty VALUES (${literal(table)}, -1)`);
    },
  };
}

/** Returns the partitions that have changed since their files were last written. */
export async function dirtyParts(engine: Engine): Promise<readonly DirtyPart[]> {
  const rows = await engine.rows("SELECT name, part FROM _repute_dirty ORDER BY name, part");
  return rows.map((row) => ({ name: String(row["name"]), part: Number(row["part"]) }));
}

/** Marks a partition as changed, so that its files are written again. */
export const markDirty = (engine: Engine, { name, part }: DirtyPart): Promise<void> =>
  engine.run(`INSERT OR IGNORE INTO _repute_dirty VALUES (${literal(name)}, ${part})`);

const forgetDirtyParts = (engine: Engine): Promise<void> => engine.run("DELETE FROM _repute_dirty");

type Row = Readonly<Record<string, unknown>>;

/** Parquet type of each column type. Timestamps are in UTC, local times have no time zone, and JSON is a string. */
const elements: Readonly<Record<ColumnType, Omit<SchemaElement, "name">>> = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  integer: { type: "INT64" },
  number: { type: "DOUBLE" },
  money: { type: "INT64", converted_type: "DECIMAL", precision: 18, scale: 2 },
  boolean: { type: "BOOLEAN" },
  timestamp: { type: "INT64", logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" } },
  date: { type: "INT32", converted_type: "DATE" },
  local: { type: "INT64", logical_type: { type: "TIMESTAMP", isAdjustedToUTC: false, unit: "MILLIS" } },
  json: { type: "BYTE_ARRAY", converted_type: "JSON" },
};

/** Converts a SQLite value to the value that the Parquet writer expects. */
const values: Readonly<Record<ColumnType, (value: unknown) => unknown>> = {
  text: (value) => value,
  integer: (value) => BigInt(value as number),
  number: (value) => value,
  money: (value) => BigInt(Math.round((value as number) * 100)),
  boolean: (value) => value === 1,
  timestamp: (value) => momentOf(String(value)),
  date: (value) => momentOf(`${String(value)} 00:00:00`),
  local: (value) => momentOf(String(value)),
  json: (value) => JSON.parse(String(value)),
};

const momentOf = (text: string) => new Date(`${text.replace(" ", "T")}Z`);

/** Writes SQLite rows to a Parquet file and renames the file when it is complete. Returns the number of rows. */
async function writePart(file: string, columns: readonly Column[], rows: Iterable<Row>): Promise<number> {
  const { fileWriter, ParquetWriter } = await import("hyparquet-writer");
  const filename = `${file}.unfinished`;
  await (await open(filename, "w", 0o600)).close();
  const schema = [
    { name: "root", num_children: columns.length },
    ...columns.map(({ name, type }) => ({ name, repetition_type: "OPTIONAL" as const, ...elements[type] })),
  ];
  const writer = new ParquetWriter({ writer: fileWriter(filename), schema });
  let count = 0;
  for (const group of rowGroups(columns, rows)) {
    const columnData = columns.map(({ name, type }) => ({ name, data: group.map((row) => nonNull(row[name], type)) }));
    await writer.write({ columnData, rowGroupSize: maxRows });
    count += group.length;
  }
  await writer.finish();
  const handle = await open(filename, "r+");
  await handle.sync().finally(() => handle.close());
  await rename(filename, file);
  return count;
}

const nonNull = (value: unknown, type: ColumnType) =>
  value === null || value === undefined ? null : values[type](value);

/** Maximum number of rows in a Parquet row group. */
const maxRows = 50_000;

/** Maximum size of a Parquet row group in memory, in bytes. */
const maxWeight = 33_554_432;

const cellWeight = 16;

const textWeight = 2;

/** Bytes of memory per character of JSON. Parsed values take more memory than their JSON. */
const jsonWeight = 8;

/** Splits rows into Parquet row groups of limited size, in order. The writer keeps a whole row group in memory. */
function* rowGroups(columns: readonly Column[], rows: Iterable<Row>): Generator<readonly Row[]> {
  let group: Row[] = [];
  let weight = 0;
  for (const row of rows) {
    const more = weightOf(columns, row);
    if (group.length > 0 && (group.length === maxRows || weight + more > maxWeight)) {
      yield group;
      [group, weight] = [[], 0];
    }
    group.push(row);
    weight += more;
  }
  if (group.length > 0) yield group;
}

function weightOf(columns: readonly Column[], row: Row): number {
  let weight = columns.length * cellWeight;
  for (const { name, type } of columns) {
    const value = row[name];
    if (typeof value === "string") weight += value.length * (type === "json" ? jsonWeight : textWeight);
  }
  return weight;
}

/** Parquet file with one partition of a table. */
export type PartFile = { readonly table: string; readonly part: number; readonly file: string; readonly rows: number };

/** Manifest with the current files and the cursor. The manifest is replaced atomically, and the files never change. */
type Manifest = {
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

async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
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
async function writeViews(folder: string, manifest: Manifest): Promise<void> {
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
