import { mkdir, readdir, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { CopyError } from "../copy-error.js";
import { closeNew, isNewFile } from "../first-files.js";
import type { ListChanges } from "../page.js";
import { listsIn, readStates, stateTable } from "../sql/copy-state.js";
import { type Engine, transact } from "../sql/engine.js";
import { layoutsOf, tableOf } from "../sql/layout.js";
import { ownTables, tableRecord } from "../sql/own-tables.js";
import { prefixes } from "../sql/prefixes.js";
import { sqlTarget } from "../sql/sql-target.js";
import { sqliteEngine } from "../sqlite/sqlite-engine.js";
import { sqliteError } from "../sqlite/sqlite-target.js";
import type { OpenTarget } from "../target.js";
import { dirtyParts, markDirty, notingParts } from "./dirty-parts.js";
import { exportParts } from "./export-parts.js";
import { fileDifferences } from "./file-differences.js";
import { readManifest } from "./manifest.js";

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
