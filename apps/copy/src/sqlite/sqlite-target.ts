import Database from "better-sqlite3";
import { closeNew, isNewFile } from "../first-files.js";
import { sqlTarget } from "../sql/sql-target.js";
import type { OpenTarget } from "../target.js";
import { sqliteEngine } from "./sqlite-engine.js";

/** Opens a SQLite file as a target. Creates the file if it does not exist. */
export function sqliteTarget(file: string): OpenTarget {
  const isNew = isNewFile(file);
  const engine = sqliteEngine(file);
  const close = async () => void (await closeNew(engine, file, isNew));
  return { ...sqlTarget({ ...engine, close }), explain: sqliteError };
}

/** Returns the message of a SQLite error, which may name tables and files but never quotes values. */
export const sqliteError = (error: unknown): string | undefined =>
  error instanceof Database.SqliteError ? `${error.message} (${error.code})` : undefined;
