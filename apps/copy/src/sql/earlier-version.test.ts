import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { testServer } from "@repute/adapter-typeorm/testing";
import Database from "better-sqlite3";
import {
  duckdbPlace,
  type NamedPlace,
  parquetPlace,
  postgresPlace,
  queryPlace,
  queryPostgres,
  sqlitePlace,
} from "../../test/places.js";

const targets: readonly (readonly [string, () => Promise<NamedPlace>])[] = [
  ["a SQLite file", sqlitePlace],
  ["a DuckDB file", duckdbPlace],
  ["a folder of Parquet files", parquetPlace],
  ...(testServer() === undefined ? [] : ([["a PostgreSQL database", postgresPlace]] as const)),
];

/** Runs statements on the database of a target. For Parquet, this is the file that keeps the copy. */
async function execute({ to }: NamedPlace, statements: readonly string[]): Promise<void> {
  const [, kind = "", where = ""] = /^([a-z]+):(.+)$/s.exec(to) ?? [];
  if (kind.startsWith("postgres")) {
    return queryPostgres(to, async (client) => void (await client.query(statements.join(";"))));
  }
  if (kind === "duckdb") {
    const instance = await DuckDBInstance.fromCache(where);
    const connection = await instance.connect();
    for (const sql of statements) await connection.run(sql);
    connection.closeSync();
    return instance.closeSync();
  }
  const database = new Database(kind === "sqlite" ? where : join(where, ".repute-copy.db"));
  database.exec(statements.join(";"));
  database.close();
}

const origin = { source: "https://repute.example.com", lists: undefined };
const spend = (amount: string) => ({
  ...{ id: "1-2026-03-01", changedAt: "2026-03-01T12:00:00+00:00", checksum: 1 },
  item: { campaign_id: 4, day: "2026-03-01", amount },
});
const page = (amount: string) => [{ list: "spends", upserts: [spend(amount)], deletes: [] }];

/** Turns a copy into one of an earlier version: amounts are floating-point numbers, and there are no views. */
const older = (real: string) => [
  "DROP VIEW IF EXISTS campaign_performance",
  "DROP TABLE IF EXISTS _repute_views",
  "DROP TABLE spends",
  `CREATE TABLE spends (_id VARCHAR PRIMARY KEY, _changed_at TIMESTAMP, _checksum BIGINT, campaign_id BIGINT, day DATE,
     amount VARCHAR, amount_number ${real}, former BIGINT, _extra VARCHAR)`,
  `INSERT INTO spends (_id, _changed_at, _checksum, amount, amount_number, former)
     VALUES ('1-2026-03-01', '2026-03-01 12:00:00', 1, '0.10', 0.1, 7)`,
  "UPDATE _repute_copy SET shape = 'older'",
];

describe.each(targets)("a copy of an earlier version in %s", (name, fresh) => {
  let place: NamedPlace;
  beforeAll(async () => void (place = await fresh()));
  afterAll(() => place.clear());

  const opened = async (work: (target: Awaited<ReturnType<NamedPlace["open"]>>) => Promise<void>) => {
    const target = await place.open();
    await work(target).finally(() => target.close());
  };

  it("is replaced as a whole, with new types, indexes and views", async () => {
    await opened(async (target) => {
      await target.open(origin);
      await target.apply(page("0.10"), "c1", true);
    });
    await execute(place, older(name.includes("Postgre") ? "DOUBLE PRECISION" : "DOUBLE"));
    await opened(async (target) => {
      expect(await target.open(origin)).toBeUndefined();
      await target.apply(page("12.50"), "d1", false);
      if (!name.includes("Parquet")) expect(await queryPlace(place, "SELECT former FROM spends")).toHaveLength(1);
    });
    await opened(async (target) => {
      expect(await target.open(origin)).toBe("d1");
      await target.apply([], "d2", true);
    });
    const [row] = (await place.read("spends")) ?? [];
    expect(row).toMatchObject({ _changed_at: "2026-03-01 12:00:00", amount: "12.50", amount_number: 12.5 });
    expect(Object.keys(row ?? {})).not.toContain("former");
    expect(await queryPlace(place, "SELECT * FROM campaign_performance")).toEqual([]);
    await opened(async (target) => expect(await target.open(origin)).toBe("d2"));
  });
});

const types: Readonly<Record<string, string>> = {
  "a DuckDB file": "SELECT typeof(amount_number) AS type FROM spends",
  "a folder of Parquet files": "SELECT typeof(amount_number) AS type FROM spends",
  "a PostgreSQL database": "SELECT pg_typeof(amount_number) AS type FROM spends",
};

it.each(targets.filter(([name]) => name in types))("amounts in %s are decimals", async (name, fresh) => {
  const place = await fresh();
  const target = await place.open();
  await target.open(origin);
  await target.apply(page("999999999999.99"), "c1", true);
  await target.close();
  expect((await queryPlace(place, types[name] ?? "")).map(({ type }) => String(type))).toEqual([
    name.includes("Postgre") ? "numeric" : "DECIMAL(18,2)",
  ]);
  const [sum] = await queryPlace(place, "SELECT sum(amount_number) AS total FROM spends");
  expect(String(sum?.["total"])).toBe("999999999999.99");
  await place.clear();
});

(testServer() === undefined ? it.skip : it)(
  "a view on a column with another type stops the upgrade on PostgreSQL, and the old copy stays",
  async () => {
    const place = await postgresPlace();
    const target = await place.open();
    await target.open(origin);
    await target.apply(page("0.10"), "c1", true);
    await target.close();
    await execute(place, [...older("DOUBLE PRECISION"), "CREATE VIEW costs AS SELECT amount_number FROM spends"]);
    const again = await place.open();
    await again.open(origin);
    await expect(again.apply(page("12.50"), "d1", true)).rejects.toMatchObject({
      code: "target_outdated",
      message: expect.stringMatching(/view costs .* spends\.amount_number/),
    });
    expect(await queryPlace(place, "SELECT former FROM spends")).toEqual([{ former: "7" }]);
    await execute(place, ["DROP VIEW costs"]);
    await again.apply(page("12.50"), "d1", true);
    await again.close();
    expect(await place.read("spends")).toMatchObject([{ amount_number: 12.5 }]);
    await place.clear();
  },
);
