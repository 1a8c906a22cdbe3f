import { join } from "node:path";
import { isSameValue } from "../shape/same-value.js";
import { type Engine, quoted, type StoredRow } from "../sql/engine.js";
import { type Layout, layoutsOf, tableOf } from "../sql/layout.js";
import type { RowDifference } from "../target.js";
import { type DirtyPart, partRows } from "./dirty-parts.js";
import { type PartFile, readManifest } from "./manifest.js";

/** A row that differs between a Parquet file and its table, and the partition whose file must be written again. */
type FileDifference = { readonly difference: RowDifference; readonly part: DirtyPart };

type Rows = ReadonlyMap<string, StoredRow>;

/**
 * Compares the Parquet files in the manifest with the tables of the state file, one partition at a time.
 * A row with different nested rows counts as changed.
 */
export async function fileDifferences(
  engine: Engine,
  folder: string,
  lists: readonly string[],
): Promise<readonly FileDifference[]> {
  const { files = [] } = (await readManifest(folder)) ?? {};
  const found: FileDifference[] = [];
  for (const list of lists) {
    const layouts = layoutsOf(tableOf(list));
    const name = tableOf(list).name;
    for (const part of await partsOf(engine, layouts, files)) {
      const wrong = await differingRows(engine, folder, layouts, part, files);
      for (const [id, what] of wrong) found.push({ difference: { list, id, what }, part: { name, part } });
    }
  }
  return found;
}

/** Returns the partition numbers of a list, from both its tables and its files. */
async function partsOf(engine: Engine, layouts: readonly Layout[], files: readonly PartFile[]): Promise<Set<number>> {
  const names = layouts.map(({ name }) => name);
  const sql = `SELECT DISTINCT (rowid - 1) / ${partRows} AS part FROM ${quoted(names[0] ?? "")}`;
  const inTable = (await engine.rows(sql)).map((row) => Number(row["part"]));
  return new Set([...inTable, ...files.filter(({ table }) => names.includes(table)).map(({ part }) => part)]);
}

async function differingRows(
  engine: Engine,
  folder: string,
  layouts: readonly Layout[],
  part: number,
  files: readonly PartFile[],
): Promise<ReadonlyMap<string, RowDifference["what"]>> {
  const [own] = layouts;
  const within = `rowid > ${part * partRows} AND rowid <= ${(part + 1) * partRows}`;
  const wrong = new Map<string, RowDifference["what"]>();
  for (const layout of layouts) {
    const where = layout === own ? within : `_id IN (SELECT _id FROM ${quoted(own?.name ?? "")} WHERE ${within})`;
    const rows = await engine.rows(`SELECT * FROM ${quoted(layout.name)} WHERE ${where}`);
    const read = await readFiles(
      folder,
      files.filter((file) => file.table === layout.name && file.part === part),
    );
    for (const [id, what] of differing(layout, byKey(rows), byKey(read), layout === own)) {
      if (!wrong.has(id)) wrong.set(id, what);
    }
  }
  return wrong;
}

/** Reads the rows of Parquet files. An unreadable file counts as a file without rows. */
async function readFiles(folder: string, files: readonly PartFile[]): Promise<readonly StoredRow[]> {
  const { asyncBufferFromFile, parquetReadObjects } = await import("hyparquet");
  const rows: StoredRow[] = [];
  for (const { file } of files) {
    const read = async () => parquetReadObjects({ file: await asyncBufferFromFile(join(folder, file)) });
    rows.push(...((await read().catch(() => [])) as StoredRow[]));
  }
  return rows;
}

const byKey = (rows: readonly StoredRow[]): Rows =>
  new Map(rows.map((row) => [`${String(row["_id"])}\0${String(row["_index"] ?? "")}`, row]));

function* differing(
  { columns }: Layout,
  stored: Rows,
  read: Rows,
  isOwn: boolean,
): Generator<readonly [id: string, what: RowDifference["what"]]> {
  for (const [key, row] of stored) {
    const found = read.get(key);
    const id = String(row["_id"]);
    if (!found) yield [id, isOwn ? "missing" : "changed"];
    else if (!columns.every(({ name, type }) => isSameValue(type, row[name], found[name]))) yield [id, "changed"];
  }
  for (const [key, row] of read) if (!stored.has(key)) yield [String(row["_id"]), isOwn ? "extra" : "changed"];
}
