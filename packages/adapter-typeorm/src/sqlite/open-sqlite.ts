import type { DataSource } from "typeorm";
import { listSlots } from "../concurrency/list-slots.js";
import { poolOf } from "../concurrency/pool.js";
import { nesting } from "../concurrency/queues.js";
import {
  type Availability,
  availabilityOf,
  type DatabaseOptions,
  migrateOnOpen,
  missingAfter,
  type TableDatabase,
} from "../database.js";
import type { Engine, LatestSession, Session } from "../engine.js";
import { storageOn } from "../storage.js";
import { constructorOf, driverErrorOf, migrationSource } from "../tables/migrations/migration-source.js";
import { checkSchema } from "./check-schema.js";
import {
  connectReader,
  connectWriter,
  openListConnection,
  type SqliteConnection,
  type Trace,
} from "./sqlite-connection.js";
import { isBusy, isDamage, orFailure, sqliteFailure } from "./sqlite-failure.js";
import { sqliteFeedReader } from "./sqlite-feed-reader.js";
import { type OpenMark, prepareFile, sameFileAs } from "./sqlite-file.js";
import { sqliteReads, sqliteWriter, transaction, whileBusy } from "./sqlite-transaction.js";
import { logLimit, logWriter, runningLists } from "./write-ahead-log.js";

/** Options for opening a SQLite file, with all defaults applied. */
type SqliteOptions = Required<
  Omit<DatabaseOptions, "url" | "migrationUrl" | "writers" | "onMigrated" | "onSuperuser" | "auditDays">
> &
  Pick<DatabaseOptions, "onMigrated"> & {
    readonly file: string;
    readonly trace?: Trace;
  };

/** Maximum wait for migrations by another process, in milliseconds. */
const migrationPatience = 60_000;
const idleLists = 4;

/** Opens a SQLite file as a database. If this fails, closes all connections and throws. */
export async function openSqlite(options: SqliteOptions): Promise<TableDatabase> {
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
    for (const { raw } of opened) raw.close();
    mark.close();
    throw sqliteFailure(error);
  }
}

/** Open connections of a database. `latest` reads outside of transactions, so each statement sees the latest commit. */
type Opened = { readonly mark: OpenMark; readonly writer: SqliteConnection; readonly latest: SqliteConnection };

function databaseOn({ mark, writer, latest }: Opened, options: SqliteOptions): TableDatabase {
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
    latest.raw.close();
    await log.close();
    try {
      writer.raw.pragma("wal_checkpoint(TRUNCATE)");
    } catch (error) {
      // If the file is damaged, ignore the error and keep the log file. Earlier calls have reported the damage.
      if (!isDamage(error)) throw error;
    } finally {
      writer.raw.close();
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
    engine,
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
    async inspect() {
      const [row] = await latest.session.query("SELECT sqlite_version() AS version");
      return { version: `SQLite ${String(row?.["version"])}`, now: clock(), unprotected: [] };
    },
    close: () => (closing ??= closeAll()),
  };
}

function poolsOf({ file, trace, readers, lists }: SqliteOptions) {
  return {
    readers: poolOf({
      open: () => orFailure(() => connectReader(file, trace)),
      dispose: async ({ raw }) => void raw.close(),
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

async function appliedMigrations(session: Session): Promise<readonly string[]> {
  const [table] = await session.query("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'");
  if (!table) return [];
  return (await session.query("SELECT name FROM migrations ORDER BY id")).map((row) => row["name"] as string);
}

/** Returns the names of pending migrations. Throws if the migrations of the database belong to another version. */
async function missingMigrations(session: Session, file: string): Promise<readonly string[]> {
  return missingAfter(await appliedMigrations(session), file);
}

/**
 * Applies all pending migrations in one transaction. Acquires no lock if none is pending.
 * Foreign keys are disabled during migrations, because SQLite can rebuild a table only by dropping it.
 * They are checked before the commit.
 */
async function applyMigrations(writer: SqliteConnection, file: string, patience: number) {
  const { raw, session } = writer;
  if ((await missingMigrations(session, file)).length === 0) return [];
  const source = await sqliteMigrations(raw);
  raw.pragma("foreign_keys = OFF");
  try {
    return await transaction(raw, patience, async () => {
      await missingMigrations(session, file);
      const applied = await source.runMigrations({ transaction: "none" }).catch((error: unknown) => {
        throw driverErrorOf(error);
      });
      const [broken] = applied.length > 0 ? (raw.pragma("foreign_key_check") as unknown[]) : [];
      if (broken) throw new Error("A migration left rows that violate foreign keys");
      return applied.map(({ name }) => name);
    });
  } finally {
    raw.pragma("foreign_keys = ON");
  }
}

/** Returns a TypeORM data source on a connection to a SQLite file. */
export const sqliteMigrations = (raw: SqliteConnection["raw"]): Promise<DataSource> =>
  migrationSource({ type: "better-sqlite3", database: raw.name, driver: constructorOf(raw) });

/**
 * Size of the test row in characters.
 * The row needs more pages than a submission, so the test fails before a submission does.
 */
const size = 131_072;

/**
 * Statements that write and delete the test row.
 * With `secure_delete`, the commit writes the pages of the deleted row to the log.
 */
const tryRoom = `INSERT INTO jobs (name, holder, until, last_run) VALUES ('readiness', hex(zeroblob(${size / 2})), 0, 0);
  DELETE FROM jobs WHERE name = 'readiness';
  COMMIT`;

/**
 * Throws if the connection cannot write.
 * Commits a transaction that inserts and deletes a row, which proves that the disk accepts the write-ahead log.
 * If another writer has the lock, returns immediately without a test.
 */
export function tryWriting(raw: SqliteConnection["raw"]): void {
  if (raw.inTransaction || !begin(raw)) return;
  try {
    raw.exec(tryRoom);
  } finally {
    if (raw.inTransaction) raw.exec("ROLLBACK");
  }
}

/** Acquires the write lock. Returns false if another connection has the lock. */
function begin(raw: SqliteConnection["raw"]): boolean {
  try {
    raw.exec("BEGIN IMMEDIATE");
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}
