import type { AccountId } from "@repute/domain";
import { databaseClosed, databaseNotMigrated } from "../database-errors.js";
import type { Database } from "../database.js";
import { poolOf } from "../pool.js";
import { scope } from "../scope.js";
import { typeormStorage } from "../storage.js";
import type { SqliteConnection } from "./connect.js";
import { connectReader, connectWriter } from "./connect.js";
import { openListConnection } from "./list-connection.js";
import { prepareFile } from "./prepare-file.js";
import { sqliteFailure } from "./sqlite-failure.js";
import { sqliteFeedReader } from "./sqlite-feed-reader.js";
import { applyMigrations, missingMigrations } from "./sqlite-migrations.js";
import type { SqliteOptions } from "./sqlite-options.js";
import { sqliteReads } from "./sqlite-reads.js";
import { sqliteWriter } from "./sqlite-writer.js";
import { whileBusy } from "./while-busy.js";

/** A migration of another process may take its time. */
const migrationPatience = 60_000;
const idleLists = 4;

/** Opens a SQLite file as a database, and closes it again when it turns out to be unusable. */
export async function openSqlite(options: SqliteOptions): Promise<Database> {
  const { file, patience, migrate, trace } = options;
  await prepareFile(file, patience);
  const opened: SqliteConnection[] = [];
  try {
    const writer = await whileBusy(patience, () => connectWriter(file, trace));
    opened.push(writer);
    const latest = await whileBusy(patience, () => connectReader(file, trace));
    opened.push(latest);
    const database = databaseOn(writer, latest, options);
    await (migrate ? database.migrate() : database.pendingMigrations());
    return database;
  } catch (error) {
    for (const connection of opened) await connection.close();
    throw sqliteFailure(error);
  }
}

/** `latest` reads outside of any transaction: it sees what is committed, statement by statement. */
function databaseOn(writer: SqliteConnection, latest: SqliteConnection, options: SqliteOptions): Database {
  const { file, clock, readers, lists, patience, trace } = options;
  const units = scope();
  const readConnections = poolOf({
    open: () => connectReader(file, trace),
    dispose: (connection) => connection.close(),
    most: readers,
    keep: readers,
  });
  const listConnections = poolOf({
    open: async () => openListConnection(file, trace),
    dispose: async ({ raw }) => void raw.close(),
    most: lists,
    keep: idleLists,
  });
  let closing: Promise<void> | undefined;
  let isUpToDate = false;

  const pendingMigrations = () => missingMigrations(latest.session, file);

  async function ready(): Promise<void> {
    if (closing) throw databaseClosed();
    if (isUpToDate) return;
    const { length } = await pendingMigrations();
    if (length > 0) throw databaseNotMigrated(length);
    isUpToDate = true;
  }

  const { alone, write } = sqliteWriter(writer, { patience, units, ready });
  const read = sqliteReads(readConnections, units);

  async function closeAll(): Promise<void> {
    await alone(async () => {});
    await listConnections.close("atOnce");
    await readConnections.close();
    await latest.close();
    writer.raw.pragma("wal_checkpoint(TRUNCATE)");
    await writer.close();
  }

  const engine = {
    write,
    read: async <T>(_account: AccountId, work: Parameters<typeof read<T>>[0]) => {
      await ready();
      return read(work);
    },
    latest: {
      ...latest.session,
      query: async (...statement: Parameters<typeof latest.session.query>) => {
        await ready();
        return latest.session.query(...statement);
      },
    },
    feed: sqliteFeedReader(listConnections, ready),
  };

  return {
    storage: typeormStorage(engine, clock),
    clock,
    migrate: () => alone((connection) => applyMigrations(connection, file, migrationPatience)),
    pendingMigrations,
    close: () => (closing ??= closeAll()),
  };
}
