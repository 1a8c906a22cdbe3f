import { type Instant, isDomainError } from "@repute/domain";
import type { ClientBase } from "pg";
import type { DataSource, QueryRunner } from "typeorm";
import { listSlots, writesFirst } from "../concurrency/list-slots.js";
import { poolOf } from "../concurrency/pool.js";
import { nesting } from "../concurrency/queues.js";
import { databaseRoleUnprotected, notThisProgramsDatabase, roleUnprotected } from "../database-errors.js";
import { availabilityOf, type DatabaseOptions, migrateOnOpen, missingAfter, type TableDatabase } from "../database.js";
import type { Engine, RawRow } from "../engine.js";
import { storageOn } from "../storage.js";
import { lookUpTables } from "../tables/accounts.js";
import { constructorOf, driverErrorOf, migrationSource } from "../tables/migrations/migration-source.js";
import { migrationNames } from "../tables/migrations/migrations.js";
import { connectPool, type PostgresPool } from "./postgres-connection.js";
import { postgresFailure } from "./postgres-failure.js";
import { postgresFeedReader } from "./postgres-feed-reader.js";
import type { Trace } from "./postgres-session.js";
import { locally, migrationLock, postgresReads, postgresUnits, withoutTimeouts } from "./postgres-transaction.js";

/** Options for opening a PostgreSQL database, with all defaults applied. */
type PostgresOptions = Required<Omit<DatabaseOptions, "maxLogBytes" | "onMigrated" | "onSuperuser" | "auditDays">> &
  Pick<DatabaseOptions, "onMigrated" | "onSuperuser" | "auditDays"> & { readonly trace?: Trace };

/** Opens a database on a PostgreSQL server. If this fails, closes all connections and throws. */
export async function openPostgres(options: PostgresOptions): Promise<TableDatabase> {
  const pool = await connectPool(options.url, options.patience, options.trace);
  try {
    await requireRowSecurity(pool, options);
    const database = databaseOn(pool, options);
    const pending = await database.pendingMigrations().catch(ofStranger);
    await migrateOnOpen(database, pending, options);
    return database;
  } catch (error) {
    await pool.close();
    throw error;
  }
}

/** Throws if row-level security does not apply to the role of the connections, unless the caller accepts a warning. */
async function requireRowSecurity({ connect }: PostgresPool, { onSuperuser }: PostgresOptions): Promise<void> {
  const connection = await connect();
  const [role] = await connection.session.query(roleRights).finally(() => connection.release());
  if (!role?.["super"] && !role?.["bypass"]) return;
  const why = role["super"] ? "is a superuser" : "has BYPASSRLS";
  if (!onSuperuser) throw databaseRoleUnprotected(why);
  onSuperuser(roleUnprotected(why));
}

const roleRights = `SELECT rolsuper AS "super", rolbypassrls AS "bypass" FROM pg_roles WHERE rolname = current_user`;

/** Treats missing permissions like a pending migration, because migrating also grants the permissions. */
function ofStranger(error: unknown): readonly string[] {
  if (isDomainError(error) && error.code === "database_forbidden") return ["grants"];
  throw error;
}

function databaseOn(pool: PostgresPool, options: PostgresOptions): TableDatabase {
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
    engine,
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
    async inspect() {
      const [row] = await ask(inspecting);
      const [version, now, open] = [row?.["version"], row?.["now"], row?.["open"]].map(String);
      const unprotected = open ? open.split(",") : [];
      return { version: `PostgreSQL ${version}`, now: Number(now) as Instant, unprotected };
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
async function migrateAs(
  { migrationUrl, patience, auditDays }: PostgresOptions,
  role: string,
): Promise<readonly string[]> {
  const owner = await connectPool(migrationUrl, patience);
  try {
    return await applyMigrations(owner, role, auditDays);
  } finally {
    await owner.close();
  }
}

/** Statement that fails if transactions are read-only, for example on a standby server. */
const tryPermission = "DELETE FROM jobs WHERE false";

/**
 * Statements that fail if the disk is full.
 * The rows exceed `work_mem`, so PostgreSQL writes them to a file in the tablespace of the database, and then removes it.
 * This needs no permission and writes nothing to the write-ahead log.
 */
const tryRoom = `SET LOCAL temp_tablespaces = ''; SET LOCAL work_mem = '64kB'; SELECT count(*) FROM generate_series(1, 5000)`;

/** Throws if the server cannot store data. */
async function tryWriting(client: ClientBase): Promise<void> {
  try {
    await client.query(tryPermission);
    await client.query(tryRoom);
  } catch (error) {
    throw postgresFailure(error);
  }
}

type Query = (sql: string) => Promise<RawRow[]>;

/** Maximum wait for migrations by another process, in milliseconds. */
const migrationPatience = 60_000;

/** Returns the names of pending migrations. Throws if the migrations of the database belong to another version. */
async function missingMigrations(query: Query): Promise<readonly string[]> {
  const [table] = await query("SELECT to_regclass('migrations') IS NOT NULL AS found, current_database() AS name");
  if (!table?.["found"]) return migrationNames;
  const applied = (await query("SELECT name FROM migrations ORDER BY id")).map((row) => row["name"] as string);
  return missingAfter(applied, table["name"] as string);
}

/**
 * Applies all pending migrations in one transaction. A lock prevents other processes from migrating concurrently.
 * Also enables row-level security on every table that lacks it, and grants the permissions of `role`. With `auditDays`,
 * `role` can delete only audit records that are older.
 */
async function applyMigrations(owner: PostgresPool, role: string, auditDays?: number): Promise<readonly string[]> {
  const source = await postgresMigrations(owner);
  const runner = source.createQueryRunner();
  try {
    await runner.startTransaction();
    await runner.query(locally(withoutTimeouts));
    await runner.query(`SET LOCAL lock_timeout = ${migrationPatience}`);
    await runner.query(migrationLock);
    const applied = await migrate(runner);
    for (const statement of await securityStatements(runner)) await runner.query(statement);
    for (const statement of await grantStatements(runner, role)) await runner.query(statement);
    if (auditDays !== undefined)
      await runner.query(
        `CREATE OR REPLACE FUNCTION audit_days() RETURNS BIGINT LANGUAGE sql STABLE AS 'SELECT ${auditDays}::bigint'`,
      );
    await runner.commitTransaction();
    return applied;
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    throw migrationFailure(driverErrorOf(error), String(source.driver.database));
  } finally {
    await runner.release();
  }
}

/** Returns a TypeORM data source on the connections of a pool. */
export const postgresMigrations = ({ raw }: PostgresPool): Promise<DataSource> =>
  migrationSource({ type: "postgres", driver: { Pool: constructorOf(raw) }, installExtensions: false });

async function migrate(runner: QueryRunner): Promise<readonly string[]> {
  await missingMigrations((sql) => runner.query(sql) as Promise<RawRow[]>);
  const { MigrationExecutor } = await import("typeorm");
  const executor = new MigrationExecutor(runner.dataSource, runner);
  executor.transaction = "none";
  return (await executor.executePendingMigrations()).map(({ name }) => name);
}

/** SQLSTATE for a table that already exists. It then belongs to another program that uses the database. */
const duplicateTable = "42P07";

function migrationFailure(error: unknown, name: string): unknown {
  const isForeign = error instanceof Error && "code" in error && error.code === duplicateTable;
  return isForeign ? notThisProgramsDatabase(`the database ${name}`) : postgresFailure(error);
}

/** Reads the version, the time in milliseconds, and the tables of accounts without row-level security. */
const inspecting = `SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
  floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now,
  (SELECT coalesce(string_agg(t.relname, ',' ORDER BY t.relname), '') FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid
    WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind IN ('r', 'p') AND a.attname = 'account_id'
      AND t.relowner = (SELECT relowner FROM pg_class WHERE oid = to_regclass('accounts'))
      AND t.relname <> ALL ('{${lookUpTables.join(",")}}') AND NOT (t.relrowsecurity AND t.relforcerowsecurity)) AS open`;

const mine = `FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace
  WHERE n.nspname = current_schema() AND t.relkind IN ('r', 'p') AND t.relowner = current_user::regrole`;

const ownRows = "account_id = nullif(current_setting(''app.account_id'', true), '''')::bigint";

/**
 * Returns the statements that enable row-level security on account tables that lack it.
 * A session then sees only the rows of the account in the setting `app.account_id`.
 */
function securityStatements(runner: QueryRunner): Promise<readonly string[]> {
  return statements(
    runner,
    `SELECT format('ALTER TABLE %1$I.%2$I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
        DROP POLICY IF EXISTS own_rows ON %1$I.%2$I; CREATE POLICY own_rows ON %1$I.%2$I USING (${ownRows})',
        n.nspname, t.relname) AS statement ${mine}
      AND t.relname <> ALL ($1::text[]) AND NOT (t.relrowsecurity AND t.relforcerowsecurity
        AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = t.oid AND p.polname = 'own_rows'))`,
    [`{${lookUpTables.join(",")}}`],
  );
}

/** Functions that run as the owner of the tables. */
const ownersFunctions = ["forget_audit", "forget_audit_failures"] as const;

/** PostgreSQL numbers the objects of users from here. */
const firstUserOid = 16_384;

/**
 * Returns the statements that grant a role access to tables that it does not own.
 * The role may change rows, but not the schema or the list of applied migrations.
 * In the audit trail, the role may only read and insert.
 * In the failure counts, it may update only the times and the number.
 * Functions of the owner delete old audit rows for the role.
 * The role may create no temporary tables, unless the database has tables of other programs, which may need them.
 */
function grantStatements(runner: QueryRunner, role: string): Promise<readonly string[]> {
  return statements(
    runner,
    `SELECT format('GRANT %s ON %I.%I TO %I', CASE t.relname WHEN 'migrations' THEN 'SELECT' WHEN 'audit' THEN 'SELECT, INSERT'
        WHEN 'audit_failures' THEN 'SELECT, INSERT, UPDATE (first_at, last_at, failures)'
        ELSE 'SELECT, INSERT, UPDATE, DELETE' END, n.nspname, t.relname, $1::text) AS statement ${mine}
      AND $1::text <> current_user
     UNION ALL SELECT format('REVOKE ALL ON FUNCTION %1$s FROM PUBLIC; GRANT EXECUTE ON FUNCTION %1$s TO %2$I',
        p.oid::regprocedure, $1::text)
      FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = current_schema()
        AND p.proname = ANY ($2::text[]) AND $1::text <> current_user
     UNION ALL SELECT format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC, %I', d.datname, $1::text) FROM pg_database d
      WHERE d.datname = current_database() AND d.datdba = current_user::regrole AND $1::text <> current_user
        AND has_database_privilege($1::text, d.oid, 'TEMPORARY') AND NOT EXISTS (SELECT FROM pg_class t
          WHERE t.oid >= ${firstUserOid} AND t.relkind IN ('r', 'p') AND t.relpersistence <> 't' AND NOT
            (t.relowner = current_user::regrole AND t.relnamespace = current_schema()::regnamespace))
     UNION ALL SELECT format('GRANT USAGE ON SCHEMA %I TO %I', current_schema(), $1::text)
      WHERE $1::text <> current_user AND NOT has_schema_privilege($1::text, current_schema(), 'USAGE')`,
    [role, `{${ownersFunctions.join(",")}}`],
  );
}

async function statements(runner: QueryRunner, sql: string, values: readonly string[]): Promise<readonly string[]> {
  const rows = (await runner.query(sql, [...values])) as readonly { readonly statement: string }[];
  return rows.map(({ statement }) => statement);
}
