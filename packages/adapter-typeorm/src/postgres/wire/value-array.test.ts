import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { Client } from "pg";
import { describeOnPostgres } from "../../../test/on-postgres.js";
import type { Value } from "../../engine/session.js";
import { type TestDatabase, testDatabase } from "../../testing/index.js";
import { valueArray } from "./value-array.js";
import { valueTypes } from "./value-types.js";

describeOnPostgres("values in an array", () => {
  let own: TestDatabase;
  let client: Client;
  beforeAll(async () => {
    own = await testDatabase();
    client = new Client({ connectionString: own.url, types: valueTypes });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await own.drop();
  });

  const { MAX_SAFE_INTEGER: max, MIN_SAFE_INTEGER: min } = Number;

  it.each([
    ["integer", "bigint", [0, 1, -1, 4_294_967_295, 4_294_967_296, -4_294_967_296, -4_294_967_297, max, min, null]],
    ["real", "double precision", [0.1, -2.5e300, null, 3]],
    ["flag", "boolean", [true, null, false]],
    ["text", "text", ["", "plain", null, '"{quoted}", \\', "größer ☃ 🦷"]],
    ["integer", "bigint", []],
  ] as const)("are read back unchanged by the server if their kind is %s", async (kind, type, values) => {
    const rows = values.map((value): readonly Value[] => ["beside", value]);
    const array = valueArray(kind, rows, 1);
    const { rows: read } = await client.query(`SELECT value FROM unnest($1::${type}[]) AS value`, [array]);
    expect(read.map(({ value }) => value as unknown)).toEqual(values);
  });

  it("store byte arrays and strings as bytes", async () => {
    const array = valueArray("bytes", [[new Uint8Array([0, 255])], ["é"], [null]], 0);
    const { rows } = await client.query("SELECT encode(value, 'hex') AS hex FROM unnest($1::bytea[]) AS value", [
      array,
    ]);
    expect(rows).toEqual([{ hex: "00ff" }, { hex: "c3a9" }, { hex: null }]);
  });

  it.each([1.5, Number.NaN, 2 ** 53])("reject %d in an integer column", (value) => {
    expect(() => valueArray("integer", [[value]], 0)).toThrow("is not an integer");
  });
});
