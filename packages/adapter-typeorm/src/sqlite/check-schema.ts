import { createHash } from "node:crypto";
import type Database from "better-sqlite3";
import { databaseForeign, databaseTooNew } from "../database-errors.js";
import { migrationNames } from "../migrations/migrations.js";
import { schemaFingerprints, schemaObjects } from "./schema-fingerprints.js";

/** An object of a schema, as `sqlite_schema` describes it. */
export type SchemaObject = {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string | null;
};

/**
 * Refuses a database whose schema is not exactly what its migrations create, because a trigger or view of a stranger would run
 * inside the service: `database_foreign`, or `database_too_new` after a migration that this version does not know.
 */
export function checkSchema(database: Database.Database, file: string): void {
  // Nothing in the file may call a function that reaches beyond it, not even while the schema is read.
  database.pragma("trusted_schema = OFF");
  const { applied, objects } = database.transaction(() => ({
    applied: appliedIn(database),
    objects: schemaOf(database),
  }))();
  const unknown = applied.find((name) => !migrationNames.includes(name));
  if (unknown !== undefined) throw databaseTooNew(file, unknown);
  if (schemaFingerprints[lastOf(applied) ?? ""] === fingerprintOf(objects)) return;
  const known = new Set(schemaObjects);
  throw databaseForeign(
    file,
    objects.map(({ type, name }) => `${type} ${name}`).filter((object) => !known.has(object)),
  );
}

/** The last migration, if the ones before it are there without a gap and in their order. */
function lastOf(applied: readonly string[]): string | undefined {
  if (applied.length === 0) return "none";
  return applied.every((name, place) => name === migrationNames[place]) ? applied.at(-1) : undefined;
}

function appliedIn(database: Database.Database): readonly string[] {
  const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migrations'").get();
  return table ? (database.prepare("SELECT name FROM migrations ORDER BY id").pluck().all() as string[]) : [];
}

/**
 * Tables that SQLite creates itself, exactly as it creates them. It reads statistics whenever a connection opens, so a
 * generated column in them would run then.
 */
const ofSqlite = [
  "CREATE TABLE sqlite_sequence(name,seq)",
  "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
  "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
];

/** Every object but those that SQLite creates itself: indexes of keys, counters, and statistics. */
export const schemaOf = (database: Database.Database): readonly SchemaObject[] =>
  database
    .prepare<string[], SchemaObject>(
      `SELECT type, name, tbl_name, sql FROM sqlite_schema
       WHERE NOT (type = 'index' AND sql IS NULL AND name LIKE 'sqlite\\_autoindex\\_%' ESCAPE '\\')
         AND NOT (type = 'table' AND name = tbl_name AND sql IN (?, ?, ?))
       ORDER BY type, name, tbl_name, sql`,
    )
    .all(...ofSqlite);

/** The first 128 bits of a SHA-256 of the objects, as hexadecimal digits. */
export const fingerprintOf = (objects: readonly SchemaObject[]): string =>
  createHash("sha256").update(JSON.stringify(objects)).digest("hex").slice(0, 32);
