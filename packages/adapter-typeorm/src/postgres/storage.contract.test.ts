import { afterAll, beforeAll, expect, it } from "@jest/globals";
import type { Clock } from "@repute/domain";
import { storageContract } from "@repute/domain/testing";
import { inflated } from "../../test/inflated.js";
import { describeOnPostgres } from "../../test/on-postgres.js";
import { ownTables } from "../../test/own-tables.js";
import { statementLog } from "../../test/statement-log.js";
import type { TestDatabase } from "../testing/index.js";
import type { Database } from "../database/database.js";
import { testDatabase } from "../testing/index.js";
import { openPostgres } from "./open-postgres.js";

describeOnPostgres("the storage contract on PostgreSQL", () => {
  let own: TestDatabase;
  let database: Database;
  let now: Clock;
  const log = statementLog();

  // Connecting takes longer than a usual test, so all tests share the connections.
  beforeAll(async () => {
    own = await testDatabase();
    const { url, migrationUrl } = own;
    const numbers = { readers: 2, writers: 2, lists: 4, listsPerAccount: 4, patience: 5_000 };
    const clock = () => now();
    database = await openPostgres({ url, migrationUrl, migrate: false, clock, ...numbers, trace: log.trace });
  });
  afterAll(async () => {
    await database.close();
    await own.drop();
  });

  storageContract("storage on PostgreSQL", async (clock) => {
    now = clock;
    await own.empty();
    return { storage: log.watch(database.storage), unpack: inflated };
  });

  it("compares the account of the caller first in every statement on account tables", () => {
    expect([...log.problems]).toEqual([]);
    expect([...log.seen].sort()).toEqual(ownTables);
  });
});
