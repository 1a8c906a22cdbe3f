import Database from "better-sqlite3";
import { DataSource } from "typeorm";
import { fingerprintOf, schemaOf } from "../../src/sqlite/check-schema.js";
import { migrations } from "../../src/tables/migrations/migrations.js";

/** SQLite schema history: a schema fingerprint per migration, and the names of all schema objects. */
export type SchemaHistory = {
  readonly fingerprints: Readonly<Record<string, string>>;
  readonly objects: readonly string[];
};

/** Applies the migrations one by one to a database in memory. */
export async function schemaHistory(): Promise<SchemaHistory> {
  const fingerprints: Record<string, string> = { none: fingerprintOf([]) };
  const objects = new Set<string>();
  for (const [place, { name }] of migrations.entries()) {
    const schema = await schemaAfter(place + 1);
    fingerprints[name] = fingerprintOf(schema);
    for (const object of schema) objects.add(`${object.type} ${object.name}`);
  }
  return { fingerprints, objects: [...objects].sort() };
}

async function schemaAfter(count: number) {
  let raw: Database.Database | undefined;
  const source = new DataSource({
    type: "better-sqlite3",
    driver: Database,
    database: ":memory:",
    migrations: migrations.slice(0, count),
    prepareDatabase(database: Database.Database) {
      raw = database;
    },
  });
  await source.initialize();
  try {
    raw?.pragma("foreign_keys = OFF");
    await source.runMigrations({ transaction: "none" });
    return raw ? schemaOf(raw) : [];
  } finally {
    await source.destroy();
  }
}

/** Returns the source text of the module that contains the schema history. */
export const schemaModule = ({ fingerprints, objects }: SchemaHistory): string =>
  `// Generated from the migrations by \`npm run schema -w @repute/adapter-typeorm\`.

/** Fingerprint of the schema on SQLite after each migration, and before the first one. */
export const schemaFingerprints: Readonly<Record<string, string>> = ${JSON.stringify(fingerprints, null, 2)};

/** Every object that a migration creates, as its type and name. */
export const schemaObjects: readonly string[] = ${JSON.stringify(objects, null, 2)};
`;
