import { isDomainError } from "@repute/domain";
import { type ClientBase, DatabaseError } from "pg";
import { listSlots, writesFirst } from "../concurrency/list-slots.js";
import { poolOf } from "../concurrency/pool.js";
import { nesting } from "../concurrency/queues.js";
import { availabilityOf, type Database, type DatabaseOptions, migrateOnOpen } from "../database.js";
import type { Engine } from "../engine.js";
import { storageOn } from "../stores/storage.js";
import { connectPool, type PostgresPool } from "./postgres-connection.js";
import { postgresFailure } from "./postgres-failure.js";
import { postgresFeedReader } from "./postgres-feed-reader.js";
import { applyMigrations, missingMigrations } from "./postgres-migrations.js";
import type { Trace } from "./postgres-session.js";
import { postgresReads, postgresUnits } from "./postgres-transaction.js";

/** Options for opening a PostgreSQL database, with all defaults applied. */
type PostgresOptions = Required<Omit<DatabaseOptions, "maxLogBytes" | "onMigrated">> &
  Pick<DatabaseOptions, "onMigrated"> & { readonly trace?: Trace };

/** Opens a database on a PostgreSQL server. If this fails, closes all connections and throws. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const pool = await connectPool(options.url, options.patience, options.trace);
  try {
    const database = databaseOn(pool, options);
    const pending = await database.pendingMigrations().catch(ofStranger);
    await migrateOnOpen(database, pending, options);
    return database;
  } catch (error) {
    await pool.close();
    throw error;
  }
}

/** Treats missing permissions like a pending migration, because migrating also grants the permissions. */
function ofStranger(error: unknown): readonly string[] {
  if (isDomainError(error) && error.code === "database_forbidden") return ["grants"];
  throw error;
}

function databaseOn(pool: PostgresPool, options: PostgresOptions): Database {
  const { clock, patience, trace } = options;
  const inUnits = nesting();
  const ask = async (sql: string) => {
    const connection = await pool.connect();
    return connection.session.query(sql).finally(() => connection.release());
  };
  const availability = availabilityOf(() => missingMigrations(ask));
  const lanes = lanesOf(pool, options);
  const writes = writesFirst();
  const units = postgresUnits(lanes.writers, { patience, units: inUnits, availability, writes });
  const reads = postgresReads(lanes.readers, inUnits, availability);
  const slots = listSlots(options);
  const engine: Engine = {
    write: units.write,
    read: reads.read,
    latest: reads.latest,
    feed: slots.share(postgresFeedReader(lanes.lists, { availability, writes, trace })),
    idle: slots.idle,
  };

  async function closeAll(): Promise<void> {
    availability.close();
    slots.close();
    await units.drain();
    await lanes.lists.close("atOnce");
    await lanes.readers.close();
    await lanes.writers.close();
    await pool.close();
  }

  let closing: Promise<void> | undefined;
  return {
    storage: storageOn(engine, clock),
    clock,
    async migrate() {
      availability.requireOpen();
      const [user] = await ask("SELECT current_user AS role");
      return migrateAs(options, String(user?.["role"]));
    },
    async pendingMigrations() {
      availability.requireOpen();
      return missingMigrations(ask);
    },
    async tryStoring() {
      availability.requireOpen();
      const connection = await pool.connect();
      await tryWriting(connection.client).finally(() => connection.release());
    },
    close: () => (closing ??= closeAll()),
  };
}

/** Creates separate queues for small reads, units of work, and lists. All queues use the same connection pool. */
function lanesOf({ connect }: PostgresPool, { readers, writers, lists }: PostgresOptions) {
  const lane = (max: number, closeThem = false) =>
    poolOf({
      open: connect,
      dispose: async (connection) => connection.release(closeThem),
      max,
      keep: 0,
    });
  // When the database closes, close list connections that are in use. In all other cases, list readers release them.
  return { readers: lane(readers), writers: lane(writers), lists: lane(lists, true) };
}

/** Applies migrations as the role that owns the tables, which may differ from the role of the server. */
async function migrateAs({ migrationUrl, patience }: PostgresOptions, role: string): Promise<readonly string[]> {
  const owner = await connectPool(migrationUrl, patience);
  try {
    return await applyMigrations(owner, role);
  } finally {
    await owner.close();
  }
}

/** Statement that fails if transactions are read-only, for example on a standby server. */
const tryPermission = "DELETE FROM jobs WHERE false";

/**
 * Statements that fail if the disk is full.
 * They add a page to a temporary table in the tablespace of the database, and the commit removes the page.
 * Rows of temporary tables are not written to the write-ahead log.
 */
const tryRoom = `SET LOCAL temp_tablespaces = '';
  CREATE TEMPORARY TABLE IF NOT EXISTS repute_room (filler text) ON COMMIT DELETE ROWS;
  INSERT INTO pg_temp.repute_room VALUES ('')`;

const insufficientPrivilege = "42501";

/** Throws if the server cannot store data. */
async function tryWriting(client: ClientBase): Promise<void> {
  try {
    await client.query(tryPermission);
    await client.query(tryRoom).catch(unlessForbidden);
  } catch (error) {
    throw postgresFailure(error);
  }
}

/** Ignores a missing permission for temporary tables. The check can then not detect a full disk. */
function unlessForbidden(error: unknown): void {
  if (error instanceof DatabaseError && error.code === insufficientPrivilege) return;
  throw error;
}
