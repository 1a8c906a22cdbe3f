import Database from "better-sqlite3";
import { DataSource } from "typeorm";
import type { Session } from "../engine/session.js";
import { silentLogger } from "../engine/silent-logger.js";
import { migrations } from "../tables/migrations/migrations.js";
import { sqliteSession } from "./sqlite-session.js";

/** Callback for each SQL statement with its values. Used only in tests. */
export type Trace = (sql: string) => void;

/** TypeORM data source with its single SQLite connection. */
export type SqliteConnection = {
  readonly source: DataSource;
  readonly session: Session;
  readonly raw: Database.Database;
  close(): Promise<void>;
};

/*
 * Settings of the write connection. The page cache holds the pages that a unit of work changes.
 * A smaller cache would write pages early and read them again when rows arrive in random order.
 * Each commit is synced to disk before it is acknowledged.
 */
const writerPragmas = [
  "trusted_schema = OFF",
  ...["synchronous = FULL", "cache_size = -32000", "journal_size_limit = 67108864"],
  // Overwrite deleted content, so that free pages contain no data of an erased person.
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
  // Make SQLite read the file. If the connection is not read-only, SQLite also creates the write-ahead log.
  raw.pragma("schema_version");
  return { source, session: sqliteSession(raw), raw, close: () => source.destroy() } satisfies SqliteConnection;
}
