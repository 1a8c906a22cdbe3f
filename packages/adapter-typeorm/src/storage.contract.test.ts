import { afterAll, describe, expect, it } from "@jest/globals";
import { storageContract } from "@repute/domain/testing";
import { temporaryFolder } from "../test/temporary-folder.js";
import { openSqlite } from "./sqlite/open-sqlite.js";

const own = "account_settings|watermarks|locations|providers|listings|groups|platforms|surveys|messages|reviews|feed";
const ownTable = new RegExp(`\\b(FROM|INTO|UPDATE)\\s+"?(${own})"?\\b`);
const scope =
  /"?account_id"? = \d|\(account_id, list, kind, id\) IN\s+\(SELECT \d|INSERT INTO "?\w+"? \("?account_id"?/;
const definition = /^\s*(CREATE|DROP|ALTER|PRAGMA)\b/;

const statements = new Set<string>();
const trace = (sql: string) => statements.add(sql.length > 2_000 ? sql.slice(0, 2_000) : sql);

storageContract("typeormStorage on SQLite", async (clock) => {
  const folder = temporaryFolder();
  const options = { migrate: true, clock, readers: 2, lists: 4, patience: 1_000, trace };
  const database = await openSqlite({ ...options, file: folder.file });
  return {
    storage: database.storage,
    async close() {
      await database.close();
      folder.remove();
    },
  };
});

describe("every statement of the contract's tests", () => {
  const onOwnTables = () => [...statements].filter((sql) => ownTable.test(sql) && !definition.test(sql));

  afterAll(() => statements.clear());

  it("names one account wherever it touches a table of accounts' own", () => {
    expect(onOwnTables().filter((sql) => !scope.test(sql))).toEqual([]);
  });

  it("was seen, on every such table and on every kind of connection", () => {
    const seen = new Set(onOwnTables().map((sql) => ownTable.exec(sql)?.[2]));
    expect([...seen].sort()).toEqual(own.split("|").sort());
    for (const kind of [/^SELECT "account_id"/, /^INSERT INTO "reviews"/, /group_concat/, /DELETE FROM feed/]) {
      expect(onOwnTables().some((sql) => kind.test(sql))).toBe(true);
    }
  });
});
