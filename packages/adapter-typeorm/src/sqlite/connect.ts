import Database from "better-sqlite3";
import { DataSource } from "typeorm";
import { migrations } from "../migrations/migrations.js";
import type { Session } from "../session.js";
import { silentLogger } from "../silent-logger.js";
import { sqliteSession } from "./sqlite-session.js";

/** Sees every statement with its values: for tests alone. */
export type Trace = (sql: string) => void;

/** A data source with its one connection. */
export type SqliteConnection = {
  readonly source: DataSource;
  readonly session: Session;
  readonly raw: Database.Database;
  close(): Promise<void>;
};

/*
 * The writer's cache holds what a unit of work has changed: a small one would spill pages and read them again when
 * rows come in random order. A commit is on the disk before it is acknowledged.
 */
const writerPragmas = [
  "trusted_schema = OFF",
  ...["synchronous = FULL", "cache_size = -32000", "journal_size_limit = 67108864"],
  // What is deleted or replaced is written over, so that nothing of a person who was erased stays in free space.
  "secure_delete = ON",
];
const readerPragmas = ["trusted_schema = OFF", "query_only = ON", "cache_size = -2000"];

export const connectWriter = (file: string, trace?: Trace): Promise<SqliteConnection> =>
  connect(file, false, writerPragmas, trace);

export const connectReader = (file: string, trace?: Trace): Promise<SqliteConnection> =>
  connect(file, true, readerPragmas, trace);

async function connect(file: string, readonly: boolean, pragmas: readonly string[], trace?: Trace) {
  let raw: Database.Database | undefined;
  const source = new DataSource({
    type: "better-sqlite3",
    driver: Database,
    database: file,
    readonly,
    fileMustExist: true,
    timeout: 0,
    migrations: [...migrations],
    logger: silentLogger,
    ...(trace && { verbose: trace }),
    prepareDatabase(database: Database.Database) {
      for (const pragma of pragmas) database.pragma(pragma);
      raw = database;
    },
  });
  await source.initialize();
  if (!raw) throw new Error("The data source has no connection");
  // The first look at the file; whoever may write makes the log beside it.
  raw.pragma("schema_version");
  return { source, session: sqliteSession(raw), raw, close: () => source.destroy() } satisfies SqliteConnection;
}
