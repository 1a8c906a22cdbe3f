import { afterEach, describe, expect, it } from "@jest/globals";
import { type AccountId, catalogParts } from "@repute/domain";
import { stillClock } from "@repute/domain/memory";
import { aCampaign, aLocation } from "@repute/domain/testing";
import { testCatalogsOfTwoProcesses } from "../../test/catalogs-of-two-processes.js";
import { freshDatabase } from "../../test/fresh-database.js";
import { openSqlite } from "../sqlite/open-sqlite.js";
import { cachedCatalogs } from "./catalog-store.js";

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

const [mine, other, third] = [1, 2, 3] as [AccountId, AccountId, AccountId];
const locations = [aLocation()];
const size = JSON.stringify(locations).length;

describe("a cache of catalogs", () => {
  it("finds a part only under its account, version and name", () => {
    const cache = cachedCatalogs();
    cache.keep(mine, "a", "locations", locations);
    expect(cache.find(mine, "a", "locations")).toBe(locations);
    expect(cache.find(mine, "a", "providers")).toBeUndefined();
    expect(cache.find(other, "a", "locations")).toBeUndefined();
  });

  it("forgets a version as soon as another version is read", () => {
    const cache = cachedCatalogs();
    cache.keep(mine, "a", "locations", locations);
    expect(cache.find(mine, "b", "locations")).toBeUndefined();
    expect(cache.find(mine, "a", "locations")).toBeUndefined();
  });

  it("evicts the least recently used account above its limit, and keeps no part that exceeds the limit", () => {
    const cache = cachedCatalogs(2 * size);
    for (const account of [mine, other]) cache.keep(account, "a", "locations", locations);
    cache.find(mine, "a", "locations");
    cache.keep(third, "a", "locations", locations);
    const isCached = (account: AccountId) => cache.find(account, "a", "locations") !== undefined;
    expect([mine, other, third].map(isCached)).toEqual([true, false, true]);
    cache.keep(other, "a", "locations", [...locations, ...locations, ...locations]);
    expect([mine, other, third].map(isCached)).toEqual([true, false, true]);
  });
});
