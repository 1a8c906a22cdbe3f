import { afterAll, beforeAll } from "@jest/globals";
import { erasureContract } from "@repute/domain/testing";
import { textOf } from "../../test/all-rows.js";
import { describeOnPostgres } from "../../test/on-postgres.js";
import { type TestDatabase, testDatabase } from "../testing/index.js";
import { openPostgres } from "./open-postgres.js";

const numbers = { readers: 2, writers: 2, lists: 4, listsPerAccount: 4, patience: 5_000 };

describeOnPostgres("erasure on PostgreSQL", () => {
  let own: TestDatabase;
  beforeAll(async () => {
    own = await testDatabase();
  });
  afterAll(() => own.drop());

  erasureContract("PostgreSQL", async (clock) => {
    await own.empty();
    const { url, migrationUrl } = own;
    const database = await openPostgres({ ...numbers, url, migrationUrl, migrate: false, clock });
    return { storage: database.storage, dump: () => allRows(own), close: () => database.close() };
  });
});

async function allRows({ query }: TestDatabase): Promise<string> {
  const tables = await query("SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()");
  const texts: string[] = [];
  for (const { name } of tables) texts.push(textOf(await query(`SELECT * FROM "${name as string}"`)));
  return texts.join("\n");
}
