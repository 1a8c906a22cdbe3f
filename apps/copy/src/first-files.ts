import { rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import type { Engine } from "./sql/engine.js";

/** Extensions of the files that SQLite and DuckDB keep beside a database file. */
const companions = ["", "-wal", "-shm", "-journal", ".wal"];

/** Notes whether a database file exists. Call this function before the database is opened. */
export const isNewFile = (file: string): boolean => !existsSync(file);

/** Closes the database of a new file. Removes the file if no table was stored in it. Returns whether it was removed. */
export async function closeNew(engine: Engine, file: string, isNew: boolean): Promise<boolean> {
  const isEmpty = isNew && (await engine.tables().catch(() => undefined))?.size === 0;
  await engine.close();
  if (isEmpty) for (const companion of companions) await rm(file + companion, { force: true });
  return isEmpty;
}
