import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { describeOnPostgres } from "../../test/on-postgres.js";
import { declaredTables, onlyOnSqlite, ownTables, undeclaredTables } from "../../test/own-tables.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import type { Dialect } from "../engine.js";
import { openDatabase } from "../open-database.js";
import { postgresMigrations } from "../postgres/open-postgres.js";
import { connectPool } from "../postgres/postgres-connection.js";
import { sqliteMigrations } from "../sqlite/open-sqlite.js";
import { connectWriter } from "../sqlite/sqlite-connection.js";
import { testDatabase } from "../testing/index.js";
import { migrations } from "./migrations/migrations.js";
import { dialectOf } from "./migrations/schema-sql.js";

type ColumnInfo = {
  readonly name: string;
  readonly type: string;
  readonly mayBeNull: boolean;
  /** Counts from 1. 0 means that the column is not part of the primary key. */
  readonly positionInKey: number;
};

/** A migrated database with access to its schema. */
type Migrated = {
  readonly dialect: Dialect;
  tables(): Promise<string[]>;
  columns(table: string): Promise<ColumnInfo[]>;
  /** Reverts the last migration. */
  undo(): Promise<void>;
  close(): Promise<void>;
};

describe("the declared tables on SQLite", () => matchTheTables(migratedFile, []));
describeOnPostgres("the declared tables on PostgreSQL", () => matchTheTables(migratedServer, [onlyOnSqlite]));

function matchTheTables(migrated: () => Promise<Migrated>, missing: readonly string[]): void {
  const isThere = (table: string) => !missing.includes(table);
  let database: Migrated;
  beforeEach(async () => {
    database = await migrated();
  });
  afterEach(() => database.close());

  it("match the columns that the migrations create", async () => {
    for (const [name, { columns }] of declaredTables) {
      const keys = columns.filter(({ isKey }) => isKey);
      const declared = columns.map((column) => ({
        name: column.name,
        type: database.dialect.types[column.kind],
        mayBeNull: column.mayBeNull,
        positionInKey: 1 + keys.indexOf(column),
      }));
      expect({ name, columns: sorted(await database.columns(name)) }).toEqual({ name, columns: sorted(declared) });
    }
  });

  it("include every table of the migrations except the known exceptions", async () => {
    const tables = await database.tables();
    expect(tables.sort()).toEqual([...declaredTables.keys(), ...undeclaredTables.filter(isThere), "migrations"].sort());
  });

  it("begin the primary key of every account table with the account", async () => {
    for (const table of ownTables.filter(isThere)) {
      const [first] = (await database.columns(table)).filter(({ positionInKey }) => positionInKey === 1);
      expect({ table, first: first?.name }).toEqual({ table, first: "account_id" });
    }
  });

  it("can be removed by reverting all migrations", async () => {
    for (const _ of migrations) await database.undo();
    expect(await database.tables()).toEqual(["migrations"]);
  });
}

const sorted = (columns: readonly ColumnInfo[]) => [...columns].sort((a, b) => (a.name < b.name ? -1 : 1));

async function migratedFile(): Promise<Migrated> {
  const folder = temporaryFolder();
  await (await openDatabase({ url: folder.url, migrate: true })).close();
  const { raw, session } = connectWriter(folder.file);
  const source = await sqliteMigrations(raw);
  const tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
  return {
    dialect: dialectOf(source),
    undo: () => source.undoLastMigration(),
    tables: async () => (await session.query(tables)).map(({ name }) => String(name)),
    columns: async (table) =>
      (await session.query('SELECT name, type, "notnull", pk FROM pragma_table_info($1)', [table])).map(
        ({ name, type, notnull, pk }) => ({
          name: String(name),
          type: String(type),
          mayBeNull: notnull === 0,
          positionInKey: Number(pk),
        }),
      ),
    async close() {
      raw.close();
      folder.remove();
    },
  };
}

async function migratedServer(): Promise<Migrated> {
  const own = await testDatabase();
  const pool = await connectPool(own.migrationUrl, 5_000);
  const source = await postgresMigrations(pool);
  const { session, release } = await pool.connect();
  const tables = "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()";
  const columns = `SELECT a.attname AS name, NOT a.attnotnull AS "mayBeNull",
      upper(format_type(a.atttypid, a.atttypmod))
        || CASE a.attcollation WHEN '"C"'::regcollation THEN ' COLLATE "C"' ELSE '' END AS type,
      coalesce(array_position(i.indkey::int2[], a.attnum) + 1, 0) AS "positionInKey"
    FROM pg_attribute a LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
    WHERE a.attrelid = to_regclass(quote_ident($1)) AND a.attnum > 0 AND NOT a.attisdropped`;
  return {
    dialect: dialectOf(source),
    undo: () => source.undoLastMigration(),
    tables: async () => (await session.query(tables)).map(({ name }) => String(name)),
    columns: async (table) => (await session.query(columns, [table])) as ColumnInfo[],
    async close() {
      release();
      await pool.close();
      await own.drop();
    },
  };
}
