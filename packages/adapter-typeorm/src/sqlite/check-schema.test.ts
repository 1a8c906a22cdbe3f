import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import Database from "better-sqlite3";
import { schemaHistory } from "../../test/schema/history.js";
import { listFile, listModule } from "../../test/schema/migration-list.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { openDatabase, restoreDatabase, verifyDatabase } from "../index.js";
import { migratedFile } from "../testing/index.js";
import { schemaFingerprints, schemaObjects } from "./schema-fingerprints.js";

let folder: ReturnType<typeof temporaryFolder>;
let file: string;
let fresh: string;
beforeEach(async () => {
  folder = temporaryFolder();
  file = join(folder.path, "poisoned.db");
  fresh = join(folder.path, "fresh.db");
  await migratedFile(file);
});
afterEach(() => folder.remove());

function change(...statements: readonly string[]): void {
  const database = new Database(file);
  database.unsafeMode(true);
  for (const sql of statements) database.exec(sql);
  database.close();
}
const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

describe("the schema fingerprints", () => {
  it("match the migrations (regenerate them with `npm run schema -w @repute/adapter-typeorm`)", async () => {
    const { fingerprints, objects } = await schemaHistory();
    expect({ fingerprints: schemaFingerprints, objects: schemaObjects }).toEqual({ fingerprints, objects });
  });

  it("are of all migrations in the folder", () => expect(readFileSync(listFile, "utf8")).toBe(listModule()));
});

/** Returns the timestamp of the last migration that changes the schema on SQLite; later ones change only PostgreSQL. */
function lastChange(): number {
  const current = Object.values(schemaFingerprints).at(-1);
  const change = Object.entries(schemaFingerprints).find(([, fingerprint]) => fingerprint === current);
  return Number(change?.[0].slice(-13));
}

const undoRevocation = `CREATE TRIGGER undo AFTER UPDATE OF revoked ON credentials WHEN new.revoked
  BEGIN UPDATE credentials SET revoked = 0 WHERE id = new.id; END`;

const poisons: readonly (readonly [string, string, readonly string[]])[] = [
  ["a trigger that undoes the revocation of a token", "trigger undo", [undoRevocation]],
  [
    "a trigger that keeps rows from being erased",
    "trigger keep",
    ["CREATE TRIGGER keep BEFORE DELETE ON feed BEGIN SELECT RAISE(IGNORE); END"],
  ],
  ["a view", "view spy", ["CREATE VIEW spy AS SELECT * FROM credentials"]],
  ["a table", "table loot", ["CREATE TABLE loot (text TEXT)"]],
  ["an index on an expression", "index costly", ["CREATE INDEX costly ON credentials (hex(hash))"]],
  ["a virtual table", "table search", ["CREATE VIRTUAL TABLE search USING fts5(text)"]],
  ["a view in place of a table", "view stops", ["DROP TABLE stops", "CREATE VIEW stops AS SELECT 1"]],
  [
    "a trigger with a name that SQLite reserves",
    "trigger sqlite_stat1",
    [
      "PRAGMA writable_schema = ON",
      `INSERT INTO sqlite_schema VALUES ('trigger', 'sqlite_stat1', 'credentials', 0,
        'CREATE TRIGGER sqlite_stat1 AFTER INSERT ON credentials BEGIN SELECT 1; END')`,
    ],
  ],
  [
    "statistics with a generated column, which runs whenever a connection opens",
    "table sqlite_stat1",
    [
      "ANALYZE",
      "PRAGMA writable_schema = ON",
      `UPDATE sqlite_schema SET sql = 'CREATE TABLE sqlite_stat1(tbl,idx,stat AS (hex(zeroblob(9))))'
        WHERE name = 'sqlite_stat1'`,
    ],
  ],
  [
    "counters with a condition that no row meets",
    "table sqlite_sequence",
    [
      "PRAGMA writable_schema = ON",
      "UPDATE sqlite_schema SET sql = 'CREATE TABLE sqlite_sequence(name,seq,CHECK(0))' WHERE name = 'sqlite_sequence'",
    ],
  ],
];

describe("a database with another schema than Repute's", () => {
  it.each(poisons)("is refused by verify, restore and open: %s", async (_what, object, statements) => {
    change(...statements);
    const refusal = { kind: "unavailable", code: "database_foreign", message: expect.stringContaining(object) };
    expect(thrownBy(() => verifyDatabase(`sqlite:${file}`))).toMatchObject(refusal);
    expect(thrownBy(() => restoreDatabase(`sqlite:${fresh}`, file, false, "x"))).toMatchObject(refusal);
    for (const migrate of [true, false]) {
      await expect(openDatabase({ url: `sqlite:${file}`, migrate })).rejects.toMatchObject(refusal);
    }
  });

  it.each([
    ["lacks a table", ["DROP TABLE stops"]],
    ["has a column with another default", ["ALTER TABLE accounts ADD COLUMN more TEXT DEFAULT (hex(randomblob(4)))"]],
    ["has a migration twice", ["INSERT INTO migrations (timestamp, name) SELECT timestamp, name FROM migrations"]],
    ["lacks the migration that made its schema", [`DELETE FROM migrations WHERE timestamp >= ${lastChange()}`]],
    ["lacks the migrations table", ["DROP TABLE migrations"]],
  ])("is refused if it %s", async (_what, statements) => {
    change(...statements);
    await expect(openDatabase({ url: `sqlite:${file}`, migrate: true })).rejects.toMatchObject({
      code: "database_foreign",
    });
    expect(thrownBy(() => verifyDatabase(`sqlite:${file}`))).toMatchObject({ code: "database_foreign" });
  });

  it("shows object names truncated and without control characters", () => {
    change(`CREATE VIEW "a\u001b[2J\u202e${"x".repeat(500)}" AS SELECT 1`);
    const { message } = thrownBy(() => verifyDatabase(`sqlite:${file}`)) as Error;
    expect(message).toMatch(/view a\?\[2J\?x+; restore/);
    expect(message.length).toBeLessThan(400);
  });

  it("is refused before a migration can fire its triggers", async () => {
    const database = new Database(fresh);
    database.pragma("application_id = 0x52707465");
    database.exec("CREATE TABLE trap (id INTEGER)");
    database.close();
    await expect(openDatabase({ url: `sqlite:${fresh}`, migrate: true })).rejects.toMatchObject({
      code: "database_foreign",
    });
  });
});

describe("a database that Repute created", () => {
  it("is accepted after ANALYZE, VACUUM and a change of page size", async () => {
    change("ANALYZE", "PRAGMA journal_mode = DELETE", "PRAGMA page_size = 16384", "VACUUM");
    verifyDatabase(`sqlite:${file}`);
    restoreDatabase(`sqlite:${fresh}`, file, false, "x");
    await (await openDatabase({ url: `sqlite:${fresh}`, migrate: true })).close();
  });

  it("is restored as it was verified, without the write-ahead log beside the backup", async () => {
    const writer = new Database(file);
    writer.pragma("journal_mode = WAL");
    writer.exec(undoRevocation);
    restoreDatabase(`sqlite:${fresh}`, file, false, "x");
    writer.close();
    await (await openDatabase({ url: `sqlite:${fresh}`, migrate: false })).close();
  });
});
