import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import Database from "better-sqlite3";
import { DatabaseError } from "pg";
import { targetFailed } from "./copy-error.js";

const ofPostgres = Object.assign(new DatabaseError("could not extend file", 21, "error"), { code: "53100" });

it.each([
  ["SQLite", new Database.SqliteError("database or disk is full", "SQLITE_FULL")],
  ["PostgreSQL", ofPostgres],
  ["DuckDB", new Error('IO Error: Could not write file "/data/acme.duckdb": No space left on device')],
  ["the operating system", Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" })],
])("a full disk has its own error code, as reported by %s", (_, cause) => {
  expect(targetFailed("text", cause)).toMatchObject({ code: "disk_full", message: "The disk is full.", cause });
});

it("another failure of the target keeps its reason", () => {
  const cause = new Database.SqliteError("file is not a database", "SQLITE_NOTADB");
  expect(targetFailed("text", cause)).toMatchObject({
    code: "target_failed",
    message: "The target failed: text",
    cause,
  });
});

it("repute-copy ends without an error if the reader of its output stops early", async () => {
  const fromSources = ["-C", "@repute/source", "-r", join(__dirname, "../../../test/from-sources.cjs")];
  const program = `require(${JSON.stringify(join(__dirname, "main.ts"))}).main(["node", "repute-copy", "--help"])`;
  const run = spawn(process.execPath, [...fromSources, "-e", program], { stdio: ["ignore", "pipe", "pipe"] });
  run.stdout.destroy();
  let errors = "";
  run.stderr.on("data", (data: Buffer) => (errors += data.toString()));
  const [code] = (await once(run, "close")) as [number];
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
});
