import { afterAll, beforeAll } from "@jest/globals";
import { storageContract } from "@repute/domain/testing";
import { describeOnPostgres } from "../../test/on-postgres.js";
import { openDatabase } from "../open-database.js";
import type { TestDatabase } from "../testing/index.js";
import { testDatabase } from "../testing/index.js";

describeOnPostgres("on PostgreSQL", () => {
  let own: TestDatabase;
  beforeAll(async () => {
    own = await testDatabase();
  });
  afterAll(() => own.drop());

  storageContract("typeormStorage", async (clock) => {
    await own.empty();
    const database = await openDatabase({ url: own.url, clock });
    return { storage: database.storage, close: () => database.close() };
  });
});
