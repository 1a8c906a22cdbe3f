import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { Engine } from "./sql/engine.js";

/** Suffixes of a database file and of the files that SQLite and DuckDB store next to it. */
const companions = ["", "-wal", "-shm", "-journal", ".wal"];

/** Returns true if a database file does not exist yet. Must be called before the database is opened. */
export const isNewFile = (file: string): boolean => !existsSync(file);

/** Closes the database. Removes a new file that has no tables, and returns true if the file was removed. */
export async function closeNew(engine: Engine, file: string, isNew: boolean): Promise<boolean> {
  const isEmpty = isNew && (await engine.tables().catch(() => undefined))?.size === 0;
  await engine.close();
  if (isEmpty) for (const companion of companions) await rm(file + companion, { force: true });
  return isEmpty;
}
