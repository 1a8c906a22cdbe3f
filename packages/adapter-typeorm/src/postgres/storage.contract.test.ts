import { afterAll, beforeAll, describe, jest } from "@jest/globals";
import { storageContract } from "@repute/domain/testing";
import { openDatabase } from "../open-database.js";
import type { TestDatabase } from "../testing/index.js";
import { testDatabase, testServer } from "../testing/index.js";

jest.setTimeout(30_000);

const describePostgres = testServer() === undefined ? describe.skip : describe;

describePostgres("on PostgreSQL", () => {
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
