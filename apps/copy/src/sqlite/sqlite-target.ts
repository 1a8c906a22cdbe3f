import Database from "better-sqlite3";
import { sqlTarget } from "../sql/sql-target.js";
import type { OpenTarget } from "../target.js";
import { sqliteEngine } from "./sqlite-engine.js";

/** A SQLite file, which is made when it is not there. */
export const sqliteTarget = (file: string): OpenTarget => ({ ...sqlTarget(sqliteEngine(file)), explain: sqliteError });

/** SQLite's own messages name tables and files, and no values. */
export const sqliteError = (error: unknown): string | undefined =>
  error instanceof Database.SqliteError ? `${error.message} (${error.code})` : undefined;
