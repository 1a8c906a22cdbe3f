import { afterAll, describe, expect, it } from "@jest/globals";
import { testDatabase, testServer } from "@repute/adapter-typeorm/testing";
import type { Client } from "pg";
import { postgresPlaceIn, queryPostgres } from "../../test/places.js";
import { targetContract } from "../../test/target.contract.js";
import { postgresTarget } from "./postgres-target.js";

const database = testServer() === undefined ? undefined : testDatabase("blank");
const place = database?.then(postgresPlaceIn);
afterAll(async () => {
  await (await place)?.end();
  await (await database)?.drop();
});

const within = async <T>(work: (client: Client) => Promise<T>) => queryPostgres(await url(), work);

async function url(): Promise<string> {
  const { url: app = "", migrationUrl } = (await database) ?? {};
  return migrationUrl ?? app;
}

if (place) {
  targetContract("a PostgreSQL database", () => place);

  describe("the PostgreSQL target", () => {
    it("reports in one line that a database cannot be reached", async () => {
      await expect(postgresTarget("postgres://127.0.0.1:1/none")).rejects.toMatchObject({
        code: "target_failed",
        message: expect.stringContaining("ECONNREFUSED"),
      });
    });

    it("reports in one line that the server does not support the requested encryption", async () => {
      const address = new URL(await url());
      address.searchParams.set("sslmode", "verify-full");
      await expect(postgresTarget(address.href)).rejects.toMatchObject({
        code: "target_failed",
        message: "The target failed: The server does not support SSL connections",
      });
    });

    it("never executes a cursor as SQL, even if the database treats backslashes as escapes", async () => {
      await within(async (client) => void (await client.query("CREATE TABLE payroll (id INTEGER)")));
      const { searchParams, href } = new URL(await url());
      const options = [searchParams.get("options") ?? "", "-c standard_conforming_strings=off"].join(" ").trim();
      const address = new URL(href);
      address.searchParams.set("options", options);
      const target = await postgresTarget(address.href);
      await target.open({ source: "s", lists: ["locations"] });
      const cursor = "\\'; DROP TABLE payroll; --";
      await target.apply([], cursor, true);
      await target.close();
      const again = await postgresTarget(address.href);
      expect(await again.open({ source: "s", lists: ["locations"] })).toBe(cursor);
      await again.close();
      const rows = await within(async (client) => (await client.query("SELECT * FROM payroll")).rows);
      expect(rows).toEqual([]);
      await within(async (client) => {
        await client.query("DROP TABLE payroll, locations, _repute_copy, _repute_tables, _repute_views");
      });
    });

    it("accepts a database with other applications' tables, and keeps views on the copy's tables", async () => {
      await within(async (client) => void (await client.query("CREATE TABLE somebody_elses (id INTEGER)")));
      const target = await postgresTarget(await url());
      await target.open({ source: "s", lists: ["locations"] });
      await target.apply([], "b", true);
      await within(async (client) => void (await client.query("CREATE VIEW seen AS SELECT _id FROM locations")));
      await target.startOver();
      await target.apply([{ list: "locations", upserts: [], deletes: [] }], "c", true);
      await target.close();
      const rows = await within(async (client) => (await client.query("SELECT * FROM seen")).rows);
      expect(rows).toEqual([]);
      await within(async (client) => void (await client.query("DROP VIEW seen; DROP TABLE somebody_elses")));
    });
  });
} else describe.skip("a PostgreSQL database", () => it("needs PostgreSQL", () => {}));
