import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { describe, expect, it } from "@jest/globals";
import { readRows } from "../../test/read-rows.js";
import { targetContract } from "../../test/target.contract.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { duckdbTarget } from "./duckdb-target.js";

/** What a query finds in a file that nobody has open. */
async function query(file: string, sql: string) {
  const instance = await DuckDBInstance.fromCache(file);
  const connection = await instance.connect();
  try {
    await connection.run("SET TimeZone = 'UTC'");
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

targetContract("a DuckDB file", async () => {
  const folder = await temporaryFolder();
  const file = join(folder.path, "copy.duckdb");
  return {
    open: () => duckdbTarget(file),
    read: async (table) => {
      const [found] = await query(file, `SELECT 1 FROM duckdb_tables() WHERE table_name = '${table}'`);
      return found && readRows(table, await query(file, `SELECT * FROM "${table}"`));
    },
    occupy: async () => void (await query(file, "CREATE TABLE locations (id INTEGER)")),
    clear: folder.remove,
  };
});

describe("a DuckDB file as a target", () => {
  it("that is none is told in one line", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder.path, "letter.txt"), "a letter, and not a database".repeat(1_000));
    await expect(duckdbTarget(join(folder.path, "letter.txt"))).rejects.toMatchObject({
      code: "target_failed",
      message: expect.stringMatching(/^the target failed: IO Error: .*not a valid DuckDB database file/),
    });
    await folder.remove();
  });
});
