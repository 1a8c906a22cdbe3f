import { Client } from "pg";
import { openDatabase } from "../open-database.js";

/** A PostgreSQL database of a test's own, brought up to date. */
export type TestDatabase = {
  /** As the role that the server runs as: it owns nothing and is no superuser. */
  readonly url: string;
  /** As the role that owns the tables. */
  readonly migrationUrl: string;
  /** As a superuser. */
  readonly superuserUrl: string;
  /** Runs a statement as a superuser. */
  query(sql: string): Promise<Record<string, unknown>[]>;
  /** Takes all rows out. */
  empty(): Promise<void>;
  drop(): Promise<void>;
};

/** Where the tests of this run may make databases; `undefined` where there is no PostgreSQL. */
export const testServer = (): string | undefined => process.env["REPUTE_TEST_POSTGRES"] || undefined;

let made = 0;

/** Makes a database. The first one of a run is migrated; the others are copies of it, unless they are to be `blank`. */
export async function testDatabase(blank?: "blank"): Promise<TestDatabase> {
  const server = testServer();
  if (server === undefined) throw new Error("there is no PostgreSQL for tests");
  const run = `repute_test_${process.env["REPUTE_TEST_RUN"] ?? process.pid}`;
  const name = `${run}_${process.pid}_${(made += 1)}`;
  const at = (user: string, database = name) => withUser(server, `${run}_${user}`, database);
  const admin = await connected(server);
  try {
    await admin.query("SELECT pg_advisory_lock(5407)");
    await prepare(admin, { run, at });
    await admin.query(`CREATE DATABASE ${name} OWNER ${run}_owner ${blank ? "" : `TEMPLATE ${run}_template`}`);
  } finally {
    await admin.end();
  }
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
      const last = await connected(server);
      await last.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).finally(() => last.end());
    },
  };
}

type Run = { readonly run: string; at(user: string, database?: string): string };

/** Roles, and the database that the others are copied from. */
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

/** The tables that rows were ever stored in since they were truncated. */
async function usedTables(client: Client): Promise<readonly UsedTable[]> {
  const { rows } = await client.query<UsedTable>(
    `SELECT quote_ident(relname) AS name, pg_relation_size(oid)::int AS bytes FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname <> 'migrations'
       AND pg_relation_size(oid) > 0`,
  );
  return rows;
}

const few = 1_048_576;

/** Truncating makes every table's and index's file anew, which takes much longer than deleting a few rows. */
function emptying(tables: readonly UsedTable[]): string {
  const names = tables.map(({ name }) => name);
  if (tables.some(({ bytes }) => bytes > few)) return `TRUNCATE ${names.join(", ")} CASCADE`;
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
