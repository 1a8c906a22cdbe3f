import type { Socket } from "node:net";
import { Client } from "pg";
import { openDatabase } from "../open-database.js";

/** Migrated PostgreSQL database for one test. */
export type TestDatabase = {
  /** URL for the role of the server, which owns no tables and is not a superuser. */
  readonly url: string;
  /** URL for the role that owns the tables. */
  readonly migrationUrl: string;
  readonly superuserUrl: string;
  query(sql: string): Promise<Record<string, unknown>[]>;
  empty(): Promise<void>;
  drop(): Promise<void>;
};

/** Returns the URL of the PostgreSQL server for tests, or undefined if PostgreSQL is unavailable. */
export const testServer = (): string | undefined => process.env["REPUTE_TEST_POSTGRES"] || undefined;

let made = 0;

/**
 * Creates a test database. The first database of a run is migrated. Later databases are copies.
 * With `blank`, the database has no tables.
 */
export async function testDatabase(blank?: "blank"): Promise<TestDatabase> {
  const server = testServer();
  if (server === undefined) throw new Error("there is no PostgreSQL for tests");
  const run = `repute_test_${process.env["REPUTE_TEST_RUN"] ?? process.pid}`;
  const name = `${run}_${process.pid}_${(made += 1)}`;
  const at = (user: string, database = name) => withUser(server, `${run}_${user}`, database);
  await asAdmin(server, async (admin) => {
    await admin.query("SELECT pg_advisory_lock(5407)");
    await prepare(admin, { run, at }).finally(() => admin.query("SELECT pg_advisory_unlock(5407)"));
    const template = blank ? "template1" : `${run}_template`;
    await admin.query(`CREATE DATABASE ${name} OWNER ${run}_owner TEMPLATE ${template} ${await copying(admin)}`);
  });
  const superuserUrl = withDatabase(server, name);
  const superuser = await connected(superuserUrl);
  return {
    url: at("app"),
    migrationUrl: at("owner"),
    superuserUrl,
    query: async (sql) => (await superuser.query<Record<string, unknown>>(sql)).rows,
    async empty() {
      await superuser.query(`SET lock_timeout = 5000; ${emptying(await usedTables(superuser))}`);
    },
    async drop() {
      await superuser.end();
      await asAdmin(server, (admin) => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}

/** The driver's types lack the functions that decide whether a connection keeps the process running. */
type Admin = Client & Pick<Socket, "ref" | "unref">;

let administrator: Promise<Client> | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs jobs one after the other on one connection, which lasts until the process ends.
 * Connecting takes longer than most tests.
 */
async function asAdmin(server: string, work: (admin: Client) => Promise<unknown>): Promise<void> {
  administrator ??= connected(server);
  const admin = (await administrator) as Admin;
  const turn = last.then(async () => {
    admin.ref();
    await work(admin).finally(() => admin.unref());
  });
  last = turn.catch(() => {});
  await turn;
}

/** Returns the option that copies files. By default, PostgreSQL 15 and later logs each page, which takes three times as long. */
async function copying(admin: Client): Promise<string> {
  const { rows } = await admin.query<{ version: number }>(
    "SELECT current_setting('server_version_num')::int AS version",
  );
  return (rows[0]?.version ?? 0) >= 150_000 ? "STRATEGY file_copy" : "";
}

type Run = { readonly run: string; at(user: string, database?: string): string };

/** Creates the database roles and the template database. */
async function prepare(admin: Client, { run, at }: Run): Promise<void> {
  const { rowCount } = await admin.query("SELECT FROM pg_database WHERE datname = $1", [`${run}_template`]);
  if (rowCount !== 0) return;
  for (const user of ["owner", "app"]) {
    await admin.query(`CREATE ROLE ${run}_${user} LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD 'test'`);
  }
  await admin.query(`CREATE DATABASE ${run}_making OWNER ${run}_owner`);
  const [url, migrationUrl] = [at("app", `${run}_making`), at("owner", `${run}_making`)];
  await (await openDatabase({ url, migrationUrl, migrate: true })).close();
  await admin.query(`ALTER DATABASE ${run}_making RENAME TO ${run}_template`);
}

type UsedTable = { readonly name: string; readonly bytes: number };

/** Returns the tables that contain data, except for the table of migrations. */
async function usedTables(client: Client): Promise<readonly UsedTable[]> {
  const { rows } = await client.query<UsedTable>(
    `SELECT quote_ident(relname) AS name, pg_relation_size(oid)::int AS bytes FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname <> 'migrations'
       AND pg_relation_size(oid) > 0`,
  );
  return rows;
}

const maxDeletedBytes = 1_048_576;

/**
 * Returns the statements that delete all rows of the tables.
 * Deleting a few rows is much faster than TRUNCATE, which recreates every table and index file.
 */
function emptying(tables: readonly UsedTable[]): string {
  const names = tables.map(({ name }) => name);
  if (tables.some(({ bytes }) => bytes > maxDeletedBytes)) return `TRUNCATE ${names.join(", ")} CASCADE`;
  const deletions = names.map((name) => `DELETE FROM ${name};`);
  return `BEGIN; SET LOCAL session_replication_role = replica; ${deletions.join(" ")} COMMIT`;
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  return client;
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

function withUser(url: string, user: string, database: string): string {
  const changed = new URL(withDatabase(url, database));
  changed.username = user;
  changed.password = "test";
  return changed.href;
}
