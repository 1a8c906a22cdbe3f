import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { describe, expect, it } from "@jest/globals";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { duckdbTarget } from "./duckdb-target.js";

const docs = join(__dirname, "../../../../docs");
const page = readFileSync(join(docs, "guides/copy-into-a-database.md"), "utf8");
const sqlOfPage = [...page.matchAll(/```sql\n([^`]+)```/g)].map(([, sql = ""]) => sql);
const models = join(docs, "examples/copying/dbt/models/staging");

/** Runs statements on a file in order. Returns the rows of the last statement. */
async function rowsOf(file: string, statements: readonly string[]) {
  const instance = await DuckDBInstance.fromCache(file);
  const connection = await instance.connect();
  try {
    for (const sql of statements.slice(0, -1)) await connection.run(sql);
    return (await connection.runAndReadAll(statements.at(-1) ?? "")).getRowObjectsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

const review = {
  ...{ id: "1", changedAt: "2026-03-01T12:00:00+00:00", checksum: 1 },
  item: { review_id: 1, rating: 5, comment: "Kind", create_time: "2026-03-01T12:00:00+00:00", location_id: 1 },
};

describe("the examples in the DuckDB guide", () => {
  it("run the dbt models and the cost query on the tables of a copy", async () => {
    const folder = await temporaryFolder();
    const file = join(folder.path, "copy.duckdb");
    const target = await duckdbTarget(file);
    await target.open({ source: "s", lists: undefined });
    const campaign = { id: 4, name: "Spring" };
    await target.apply(
      [
        { list: "reviews", upserts: [review], deletes: [] },
        { list: "campaign-catalog", upserts: [{ ...review, id: "4", item: campaign }], deletes: [] },
        {
          list: "spends",
          upserts: [{ ...review, item: { campaign_id: 4, day: "2026-03-01", amount: "12.50" } }],
          deletes: [],
        },
      ],
      "c1",
      true,
    );
    const costs = sqlOfPage.find((sql) => sql.includes("SELECT d.day, d.campaign_id")) ?? "";
    expect(await rowsOf(file, [costs])).toEqual([
      { day: "2026-03-01", campaign_id: "4", name: "Spring", cost: "12.50", conversions: "0" },
    ]);
    for (const name of readdirSync(models).filter((one) => one.endsWith(".sql"))) {
      const sql = readFileSync(join(models, name), "utf8").replace(/\{\{ source\('repute', '(\w+)'\) \}\}/g, "$1");
      expect({ name, rows: (await rowsOf(file, [sql])).length }).toEqual({
        name,
        rows: name === "stg_reviews.sql" ? 1 : 0,
      });
    }
    await target.close();
    await folder.remove();
  });

  it("apply a response with the manual recipe", async () => {
    const folder = await temporaryFolder();
    const changes = join(folder.path, "changes.ndjson");
    const recipe = sqlOfPage.find((sql) => sql.includes("read_json")) ?? "";
    const statements = recipe
      .replace("changes.ndjson", changes)
      .split(";\n")
      .filter((sql) => sql.trim() !== "");
    const head = (id: string, op: string) => ({ list: "reviews", id, op, changed_at: review.changedAt });
    const file = join(folder.path, "acme.duckdb");
    const lines = [
      { ...head("1", "upsert"), item: review.item },
      { ...head("2", "upsert"), item: review.item },
    ];
    for (const response of [lines, [head("1", "delete")]]) {
      writeFileSync(changes, response.map((line) => `${JSON.stringify(line)}\n`).join(""));
      await rowsOf(file, statements);
    }
    expect(await rowsOf(file, ["SELECT id, rating FROM ratings"])).toEqual([{ id: "2", rating: 5 }]);
    await folder.remove();
  });
});
