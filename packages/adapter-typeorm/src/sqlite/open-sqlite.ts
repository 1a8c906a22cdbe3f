import { listSlots } from "../concurrency/list-slots.js";
import { nesting } from "../concurrency/nesting.js";
import { poolOf } from "../concurrency/pool.js";
import { type Availability, availabilityOf } from "../database/availability.js";
import type { Database, DatabaseOptions } from "../database/database.js";
import { migrateOnOpen } from "../database/migrate-on-open.js";
import type { Engine, LatestSession } from "../engine/engine.js";
import { storageOn } from "../stores/storage.js";
import { checkSchema } from "./check-schema.js";
import { connectReader, connectWriter, type SqliteConnection, type Trace } from "./connect.js";
import { openListConnection } from "./list-connection.js";
import { logLimit } from "./log-limit.js";
import { logWriter } from "./log-writer.js";
import type { OpenMark } from "./open-mark.js";
import { prepareFile } from "./prepare-file.js";
import { runningLists } from "./running-lists.js";
import { sameFileAs } from "./same-file.js";
import { isDamage, orFailure, sqliteFailure } from "./sqlite-failure.js";
import { sqliteFeedReader } from "./sqlite-feed-reader.js";
import { applyMigrations, missingMigrations } from "./sqlite-migrations.js";
import { sqliteReads } from "./sqlite-reads.js";
import { sqliteWriter } from "./sqlite-writer.js";
import { tryWriting } from "./try-writing.js";
import { whileBusy } from "./while-busy.js";

/** Options for opening a SQLite file, with all defaults applied. */
export type SqliteOptions = Required<Omit<DatabaseOptions, "url" | "migrationUrl" | "writers" | "onMigrated">> &
  Pick<DatabaseOptions, "onMigrated"> & {
    readonly file: string;
    readonly trace?: Trace;
  };

/** Maximum wait for migrations by another process, in milliseconds. */
const migrationPatience = 60_000;
const idleLists = 4;

/** Opens a SQLite file as a database. If this fails, closes all connections and throws. */
export async function openSqlite(options: SqliteOptions): Promise<Database> {
  const { file, patience, trace } = options;
  const mark = await prepareFile(file, patience);
  const opened: SqliteConnection[] = [];
  try {
    const writer = await whileBusy(patience, () => connectWriter(file, trace));
    opened.push(writer);
    const latest = await whileBusy(patience, () => connectReader(file, trace));
    opened.push(latest);
    checkSchema(latest.raw, file);
    const database = databaseOn({ mark, writer, latest }, options);
    await migrateOnOpen(database, await database.pendingMigrations(), options);
    return database;
  } catch (error) {
    for (const connection of opened) await connection.close();
    mark.close();
    throw sqliteFailure(error);
  }
}

/** Open connections of a database. `latest` reads outside of transactions, so each statement sees the latest commit. */
type Opened = { readonly mark: OpenMark; readonly writer: SqliteConnection; readonly latest: SqliteConnection };

function databaseOn({ mark, writer, latest }: Opened, options: SqliteOptions): Database {
  const { file, clock, patience } = options;
  const units = nesting();
  const availability = availabilityOf(() => missingMigrations(latest.session, file), sameFileAs(file));
  const running = runningLists();
  const log = logWriter(file, writer.raw);
  const afterUnit = logLimit(log, running, options.maxLogBytes);
  const { alone, write, drain } = sqliteWriter(writer, { patience, units, availability, afterUnit });
  const { readers, lists } = poolsOf(options);
  const slots = listSlots(options);

  async function closeAll(): Promise<void> {
    availability.close();
    slots.close();
    await drain();
    await lists.close("atOnce");
    await readers.close();
    await latest.close();
    await log.close();
    try {
      writer.raw.pragma("wal_checkpoint(TRUNCATE)");
    } catch (error) {
      // If the file is damaged, ignore the error and keep the log file. Earlier calls have reported the damage.
      if (!isDamage(error)) throw error;
    } finally {
      await writer.close();
      mark.close();
    }
  }

  const read = sqliteReads(readers, units, availability);
  const engine: Engine = {
    write,
    read: (_account, work) => read(work),
    latest: guarded(latest, availability),
    scrub: () => alone(() => log.startOver("cut")),
    feed: slots.share(sqliteFeedReader(lists, running, availability)),
    idle: slots.idle,
  };
  let closing: Promise<void> | undefined;
  return {
    storage: storageOn(engine, clock),
    clock,
    migrate: () => alone((connection) => applyMigrations(connection, file, migrationPatience)),
    async pendingMigrations() {
      availability.requireOpen();
      return missingMigrations(latest.session, file);
    },
    async tryStoring() {
      availability.requireOpen();
      availability.requirePresent();
      await orFailure(() => tryWriting(writer.raw));
    },
    close: () => (closing ??= closeAll()),
  };
}

function poolsOf({ file, trace, readers, lists }: SqliteOptions) {
  return {
    readers: poolOf({
      open: () => orFailure(() => connectReader(file, trace)),
      dispose: (connection) => connection.close(),
      max: readers,
      keep: readers,
    }),
    lists: poolOf({
      open: () => orFailure(() => openListConnection(file, trace)),
      dispose: async ({ raw }) => void raw.close(),
      max: lists,
      keep: idleLists,
    }),
  };
}

function guarded({ raw, session }: SqliteConnection, availability: Availability): LatestSession {
  // `PRAGMA data_version` changes only when another connection commits (https://www.sqlite.org/pragma.html).
  const version = raw.prepare<[], number>("PRAGMA data_version").pluck();
  return {
    ...session,
    async query(...statement) {
      await availability.require();
      return session.query(...statement);
    },
    async state() {
      await availability.require();
      return orFailure(() => version.get() as number);
    },
  };
}
