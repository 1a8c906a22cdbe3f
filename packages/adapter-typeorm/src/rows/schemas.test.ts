import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { openDatabase } from "../open-database.js";
import type { connectReader } from "../sqlite/connect.js";
import { connectWriter } from "../sqlite/connect.js";
import { migrations } from "../migrations/migrations.js";
import { schemas } from "./schemas.js";
import { tableOf } from "./table.js";

type ColumnInfo = { readonly name: string; readonly type: string; readonly notnull: number; readonly pk: number };

describe("the schemas", () => {
  const folder = temporaryFolder();
  let connection: Awaited<ReturnType<typeof connectReader>>;
  beforeEach(async () => {
    await (await openDatabase({ url: folder.url, migrate: true })).close();
    connection = await connectWriter(folder.file);
  });
  afterEach(async () => {
    await connection.close();
    folder.remove();
  });

  it("say of every table what the migrations made of it", () => {
    const { session, raw } = connection;
    for (const schema of schemas) {
      const { columns } = session.source.getMetadata(schema);
      const stored = raw.pragma(`table_info(${tableOf(session, schema).name})`) as ColumnInfo[];
      const described = columns.map((column, index) => ({
        name: column.databaseName,
        type: session.dialect.types[tableOf(session, schema).columns[index]?.kind ?? "bytes"],
        mayBeNull: column.isNullable,
        isKey: column.isPrimary,
      }));
      const made = stored.map(({ name, type, notnull, pk }) => ({ name, type, mayBeNull: !notnull, isKey: pk > 0 }));
      expect(made).toHaveLength(described.length);
      expect(made).toEqual(expect.arrayContaining(described));
    }
  });

  it("leave no table of the migrations out but the feed's", () => {
    const tables = connection.raw
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .pluck()
      .all();
    const described = schemas.map((schema) => connection.session.source.getMetadata(schema).tableName);
    expect(tables.sort()).toEqual([...described, "feed", "feed_fields", "migrations"].sort());
  });

  it("can be taken back by the migrations", async () => {
    for (const _ of migrations) await connection.session.source.undoLastMigration();
    const left = connection.raw.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
    expect(left.sort()).toEqual(["migrations", "sqlite_sequence"]);
  });
});
