import { mkdir, readdir, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { CopyError } from "../copy-error.js";
import type { ListChanges } from "../page.js";
import { type Layout, layoutsOf, tableOf } from "../shape/tables.js";
import { isSameValue } from "../shape/values.js";
import { listsIn, prefixes, readStates, stateTable } from "../sql/copy-state.js";
import { ownTables, tableRecord } from "../sql/copy-tables.js";
import { closeNew, type Engine, isNewFile, quoted, type StoredRow, transact } from "../sql/engine.js";
import { noteDifference, sqlTarget } from "../sql/sql-target.js";
import type { OpenTarget, RowDifference } from "../target.js";
import {
  type DirtyPart,
  dirtyParts,
  exportParts,
  markDirty,
  notingParts,
  type PartFile,
  partRows,
  readManifest,
} from "./export-parts.js";
import { sqliteEngine, sqliteError } from "./sqlite-target.js";

const stateFile = ".repute-copy.db";

/**
 * Opens a folder of Parquet files as a target.
 * Parquet files cannot be changed row by row, so a SQLite file in the folder stores the copy.
 * When the copy is up to date, changed partitions are rewritten and the manifest is replaced.
 */
export async function parquetTarget(folder: string): Promise<OpenTarget> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, stateFile);
  const isNew = isNewFile(file);
  const { extras: _, ...stateEngine } = sqliteEngine(file);
  const engine = notingParts(stateEngine);
  const target = sqlTarget({
    ...engine,
    async close() {
      const isRemoved = await closeNew(engine, file, isNew);
      if (isRemoved && made !== undefined) await rmdir(folder).catch(() => {}); // the folder stays if it is not empty
    },
  });

  const stateOf = async () => (await readStates(engine)).get("current");

  // Write in a transaction, which acts as a lock: only one process at a time may write to the folder.
  const write = () =>
    transact(engine, async () => {
      const state = await stateOf();
      const { source = "", cursor = null } = state ?? {};
      await exportParts(engine, folder, { source, cursor, lists: listsIn(state?.made) });
    });

  return {
    ...target,
    async open(origin, options) {
      await refuseStrangers(engine, folder);
      return target.open(origin, options);
    },
    async apply(changes, cursor, complete) {
      await refuseForeignFolders(engine, folder, changes);
      await target.apply(changes, cursor, complete);
      if (!complete) return;
      const manifest = await readManifest(folder);
      if (manifest?.cursor !== cursor || (await dirtyParts(engine)).length > 0) await write();
    },
    async compare(isRepaired) {
      const comparing = await target.compare(isRepaired);
      return {
        ...comparing,
        async end() {
          const found = await comparing.end();
          const inFiles = await fileDifferences(engine, folder, listsIn((await stateOf())?.made));
          if (isRepaired && inFiles.length > 0) {
            await transact(engine, async () => {
              for (const { part } of inFiles) await markDirty(engine, part);
            });
            await write();
          }
          return [...found, ...inFiles.map(({ difference }) => difference)];
        },
      };
    },
    explain: (error) => sqliteError(error) ?? fileError(error),
  };
}

/** Throws `target_in_use` if the folder contains other files but no copy. */
async function refuseStrangers(engine: Engine, folder: string): Promise<void> {
  if ((await engine.tables()).has(stateTable)) return;
  const stranger = (await readdir(folder)).find((name) => !name.startsWith(stateFile));
  if (stranger === undefined) return;
  throw strangeFolder(stranger);
}

/** Throws `target_in_use` if a table's folder exists but was not created by the copy. */
async function refuseForeignFolders(engine: Engine, folder: string, changes: readonly ListChanges[]): Promise<void> {
  const own = (await engine.tables()).has(tableRecord) ? await ownTables(engine) : new Set<string>();
  const there = new Set(await readdir(folder));
  const names = changes.flatMap(({ list }) => layoutsOf(tableOf(list)).map(({ name }) => name));
  const stranger = names.find((name) => there.has(name) && !own.has(name) && !own.has(prefixes.next + name));
  if (stranger !== undefined) throw strangeFolder(stranger);
}

const strangeFolder = (name: string) =>
  new CopyError(
    "target_in_use",
    `The folder contains ${name}, which was not created by repute copy. Choose another target.`,
  );

function fileError(error: unknown): string | undefined {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  return syscall === undefined || code === undefined ? undefined : message;
}

/** A row that differs between a Parquet file and its table, and the partition whose file must be written again. */
type FileDifference = { readonly difference: RowDifference; readonly part: DirtyPart };

type Rows = ReadonlyMap<string, StoredRow>;

/**
 * Compares the Parquet files in the manifest with the tables of the state file, one partition at a time.
 * A row with different nested rows counts as changed.
 */
async function fileDifferences(
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
      const wrong = await differingRows(engine, folder, list, part, files);
      for (const difference of wrong) found.push({ difference, part: { name, part } });
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
  list: string,
  part: number,
  files: readonly PartFile[],
): Promise<Iterable<RowDifference>> {
  const layouts = layoutsOf(tableOf(list));
  const [own] = layouts;
  const within = `rowid > ${part * partRows} AND rowid <= ${(part + 1) * partRows}`;
  const wrong = new Map<string, RowDifference>();
  for (const layout of layouts) {
    const where = layout === own ? within : `_id IN (SELECT _id FROM ${quoted(own?.name ?? "")} WHERE ${within})`;
    const rows = await engine.rows(`SELECT * FROM ${quoted(layout.name)} WHERE ${where}`);
    const read = await readFiles(
      folder,
      files.filter((file) => file.table === layout.name && file.part === part),
    );
    for (const difference of differing(layout, byKey(rows), byKey(read), layout === own))
      noteDifference(wrong, { list, ...difference });
  }
  return wrong.values();
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
  { name: table, columns }: Layout,
  stored: Rows,
  read: Rows,
  isOwn: boolean,
): Generator<Omit<RowDifference, "list">> {
  const only = (row: StoredRow, what: RowDifference["what"]): Omit<RowDifference, "list"> => ({
    ...{ id: String(row["_id"]), what: isOwn ? what : "changed", columns: isOwn ? [] : [table] },
  });
  for (const [key, row] of stored) {
    const found = read.get(key);
    if (!found) yield only(row, "missing");
    const changed = columns.filter(({ name, type }) => found && !isSameValue(type, row[name], found[name]));
    const names = changed.map(({ name }) => (isOwn ? name : `${table}.${name}`));
    if (names.length > 0) yield { id: String(row["_id"]), what: "changed", columns: names };
  }
  for (const [key, row] of read) if (!stored.has(key)) yield only(row, "extra");
}
