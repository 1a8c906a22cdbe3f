import { isDomainError } from "@repute/domain";
import { listSlots } from "../concurrency/list-slots.js";
import { nesting } from "../concurrency/nesting.js";
import { poolOf } from "../concurrency/pool.js";
import { writesFirst } from "../concurrency/writes-first.js";
import { availabilityOf } from "../database/availability.js";
import type { Database, DatabaseOptions } from "../database/database.js";
import { migrateOnOpen } from "../database/migrate-on-open.js";
import type { Engine } from "../engine/engine.js";
import { storageOn } from "../stores/storage.js";
import { connectPool, type PostgresPool } from "./connect.js";
import { postgresFeedReader } from "./postgres-feed-reader.js";
import { applyMigrations, missingMigrations } from "./postgres-migrations.js";
import { postgresReads } from "./postgres-reads.js";
import { postgresUnits } from "./postgres-units.js";
import { tryWriting } from "./try-writing.js";
import type { Trace } from "./wire/trace.js";

/** Options for opening a PostgreSQL database, with all defaults applied. */
export type PostgresOptions = Required<Omit<DatabaseOptions, "maxLogBytes" | "onMigrated">> &
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
