import { afterEach, describe, expect, it } from "@jest/globals";
import { catalogParts } from "@repute/domain";
import { stillClock } from "@repute/domain/memory";
import { aCampaign } from "@repute/domain/testing";
import { testCatalogsOfTwoProcesses } from "../../test/catalogs-of-two-processes.js";
import { freshDatabase } from "../../test/fresh-database.js";
import { openSqlite } from "../sqlite/open-sqlite.js";

describe("a cached catalog on SQLite", () => {
  const open = freshDatabase();
  let traced: Awaited<ReturnType<typeof openSqlite>> | undefined;
  afterEach(() => traced?.close());

  testCatalogsOfTwoProcesses(async () => ({
    one: open.storage,
    another: (await open.openAgain()).storage,
    account: open.account,
  }));

  it("costs one statement until it changes", async () => {
    const statements: string[] = [];
    traced = await openSqlite({
      ...{ migrate: false, readers: 1, lists: 1, listsPerAccount: 1, patience: 1_000, maxLogBytes: 134_217_728 },
      ...{ clock: stillClock(), file: open.file, trace: (sql) => statements.push(sql) },
    });
    const { storage } = traced;
    const readParts = async () => {
      statements.length = 0;
      await storage.read(open.account, ({ catalog }) => catalog.read(open.account, ...catalogParts));
      return statements.filter((sql) => /\bFROM\b/.test(sql)).length;
    };
    const save = (id: number) =>
      storage.transact(open.account, ({ catalog }) =>
        catalog.save(open.account, { campaigns: [aCampaign({ id: id as never })] }),
      );
    await save(1);
    expect([await readParts(), await readParts()]).toEqual([1 + catalogParts.length, 1]);
    await save(2);
    expect([await readParts(), await readParts()]).toEqual([1 + catalogParts.length, 1]);
  });
});
