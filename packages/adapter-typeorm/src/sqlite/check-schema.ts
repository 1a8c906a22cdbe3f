import { createHash } from "node:crypto";
import type Database from "better-sqlite3";
import { databaseForeign } from "../database-errors.js";
import { missingAfter } from "../database.js";
import { migrationNames } from "../tables/migrations/migrations.js";
import { schemaFingerprints, schemaObjects } from "./schema-fingerprints.js";

/** Row of the SQLite table `sqlite_schema`. */
export type SchemaObject = {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string | null;
};

/**
 * Throws if the database schema differs from the schema that the migrations create.
 * For example, an unknown trigger or view would run inside the service. The error is `database_foreign`, or an error of `missingAfter` if the migrations belong to
 * another version.
 */
export function checkSchema(database: Database.Database, file: string): void {
  // Do not let a malicious schema call functions with side effects, not even while SQLite reads the schema.
  database.pragma("trusted_schema = OFF");
  const { applied, objects } = database.transaction(() => ({
    applied: appliedIn(database),
    objects: schemaOf(database),
  }))();
  missingAfter(applied, file);
  if (schemaFingerprints[lastOf(applied) ?? ""] === fingerprintOf(objects)) return;
  const known = new Set(schemaObjects);
  throw databaseForeign(
    file,
    objects.map(({ type, name }) => `${type} ${name}`).filter((object) => !known.has(object)),
  );
}

/**
 * Returns the name of the last migration, or undefined if a migration is missing or out of order.
 * Returns "none" if no migration was applied.
 */
function lastOf(applied: readonly string[]): string | undefined {
  if (applied.length === 0) return "none";
  return applied.every((name, place) => name === migrationNames[place]) ? applied.at(-1) : undefined;
}

function appliedIn(database: Database.Database): readonly string[] {
  const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migrations'").get();
  return table ? (database.prepare("SELECT name FROM migrations ORDER BY id").pluck().all() as string[]) : [];
}

/**
 * Definitions of SQLite's internal tables.
 * Only exact matches are trusted, because SQLite reads its statistics tables when a connection opens.
 * A generated column in such a table would run code.
 */
const ofSqlite = [
  "CREATE TABLE sqlite_sequence(name,seq)",
  "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
  "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
];

/** Returns all schema objects, except for automatic indexes and SQLite's internal tables. */
export const schemaOf = (database: Database.Database): readonly SchemaObject[] =>
  database
    .prepare<string[], SchemaObject>(
      `SELECT type, name, tbl_name, sql FROM sqlite_schema
       WHERE NOT (type = 'index' AND sql IS NULL AND name LIKE 'sqlite\\_autoindex\\_%' ESCAPE '\\')
         AND NOT (type = 'table' AND name = tbl_name AND sql IN (?, ?, ?))
       ORDER BY type, name, tbl_name, sql`,
    )
    .all(...ofSqlite);

/** Returns the first 128 bits of the SHA-256 hash of the schema objects, in hexadecimal. */
export const fingerprintOf = (objects: readonly SchemaObject[]): string =>
  createHash("sha256").update(JSON.stringify(objects)).digest("hex").slice(0, 32);
