import { testDatabase, testServer } from "@repute/adapter-typeorm/testing";
import { afterAll, describe, expect, it } from "@jest/globals";
import { Client } from "pg";
import { readRows } from "../../test/read-rows.js";
import type { ReadRow } from "../../test/target.contract.js";
import { targetContract } from "../../test/target.contract.js";
import { postgresTarget } from "./postgres-target.js";

const database = testServer() === undefined ? undefined : testDatabase("blank");
afterAll(async () => (await database)?.drop());

/** Texts as PostgreSQL writes them, whatever their type. */
const asText = { getTypeParser: () => (value: string) => value };

async function within<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: await url(), types: asText });
  await client.connect();
  try {
    await client.query("SET TimeZone = 'UTC'");
    return await work(client);
  } finally {
    await client.end();
  }
}

async function url(): Promise<string> {
  const { url: app = "", migrationUrl } = (await database) ?? {};
  return migrationUrl ?? app;
}

if (database) {
  targetContract("a PostgreSQL database", async () => ({
    open: async () => postgresTarget(await url()),
    read: (table) =>
      within(async (client) => {
        const { rows: found } = await client.query("SELECT to_regclass($1) AS at", [`"${table}"`]);
        if (found[0].at === null) return undefined;
        return readRows(table, (await client.query<ReadRow>(`SELECT * FROM "${table}"`)).rows);
      }),
    occupy: () => within(async (client) => void (await client.query("CREATE TABLE locations (id INTEGER)"))),
    clear: () =>
      within(async (client) => {
        const { rows } = await client.query<{ name: string }>(
          "SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = current_schema()",
        );
        if (rows.length > 0) await client.query(`DROP TABLE ${rows.map(({ name }) => name).join(", ")}`);
      }),
  }));

  describe("a PostgreSQL database as a target", () => {
    it("that cannot be reached is told in one line", async () => {
      await expect(postgresTarget("postgres://127.0.0.1:1/none")).rejects.toMatchObject({
        code: "target_failed",
        message: expect.stringContaining("ECONNREFUSED"),
      });
    });

    it("may hold tables that are none of the copy's, and keeps views on its own", async () => {
      await within(async (client) => void (await client.query("CREATE TABLE somebody_elses (id INTEGER)")));
      const target = await postgresTarget(await url());
      await target.open({ source: "s", lists: ["locations"] });
      await within(async (client) => void (await client.query("CREATE VIEW seen AS SELECT _id FROM locations")));
      await target.beginAnew();
      await target.apply([{ list: "locations", upserts: [], deletes: [] }], "c", true);
      await target.close();
      const rows = await within(async (client) => (await client.query("SELECT * FROM seen")).rows);
      expect(rows).toEqual([]);
      await within(async (client) => void (await client.query("DROP VIEW seen; DROP TABLE somebody_elses")));
    });
  });
} else describe.skip("a PostgreSQL database", () => it("needs PostgreSQL", () => {}));
