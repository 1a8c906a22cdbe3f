import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { storageContract } from "@repute/domain/testing";
import { inflated } from "../../test/inflated.js";
import { describeOnPostgres } from "../../test/on-postgres.js";
import { ownTables } from "../../test/own-tables.js";
import { statementLog } from "../../test/statement-log.js";
import type { TestDatabase } from "../testing/index.js";
import { testDatabase } from "../testing/index.js";
import { openPostgres } from "./open-postgres.js";

describeOnPostgres("the storage contract on PostgreSQL", () => {
  let own: TestDatabase;
  beforeAll(async () => {
    own = await testDatabase();
  });
  afterAll(() => own.drop());

  const log = statementLog();

  storageContract("storage on PostgreSQL", async (clock) => {
    await own.empty();
    const { url, migrationUrl } = own;
    const numbers = { readers: 2, writers: 2, lists: 4, listsPerAccount: 4, patience: 5_000 };
    const database = await openPostgres({ url, migrationUrl, migrate: false, clock, ...numbers, trace: log.trace });
    return { storage: log.watch(database.storage), unpack: inflated, close: () => database.close() };
  });

  it("compares the account of the caller first in every statement on account tables", () => {
    expect([...log.problems]).toEqual([]);
    expect([...log.seen].sort()).toEqual(ownTables);
  });
});
