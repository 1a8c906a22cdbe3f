import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { DuckDBInstance } from "@duckdb/node-api";
import Database from "better-sqlite3";
import { job } from "../children/job.js";

type Order = { readonly baseUrl: string; readonly token: string; readonly folder: string };

const lists = ["reviews", "invites", "conversions"];

/**
 * Fetches an account as NDJSON files, one per list, and loads the files with the fastest methods of SQLite and DuckDB.
 * Returns the times in milliseconds.
 */
export const loadFiles = job(__filename, "loadFiles", async ({ baseUrl, token, folder }: Order) => {
  const files = lists.map((list) => ({ list, file: join(folder, `${list}.ndjson`) }));
  const started = performance.now();
  for (const { list, file } of files) {
    const headers = { "api-token": token, Accept: "application/x-ndjson" };
    const { body } = await fetch(`${baseUrl}/v2/changes?lists=${list}`, { headers });
    await pipeline(Readable.fromWeb(body as ReadableStream), createWriteStream(file));
  }
  // Include the time for fetching in both results, because both loaders need the files.
  const fetched = performance.now() - started;
  const sqlite = fetched + (await timed(() => loadSqlite(join(folder, "loaded.db"), files)));
  const duckdb = fetched + (await timed(() => loadDuckdb(join(folder, "loaded.duckdb"), files)));
  for (const { file } of files) await rm(file);
  return { sqlite, duckdb };
});

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

type Files = readonly { readonly list: string; readonly file: string }[];

/** Inserts lines into a table as SQLite's `.import` does, and transforms them with `INSERT ... SELECT`. */
async function loadSqlite(name: string, files: Files): Promise<void> {
  const database = new Database(name);
  database.exec("BEGIN; CREATE TABLE line (text TEXT)");
  for (const { list, file } of files) {
    const insert = database.prepare("INSERT INTO line VALUES (?)");
    for await (const text of createInterface({ input: createReadStream(file) })) insert.run(text);
    const first = database.prepare<[], { text: string }>("SELECT text FROM line").get()?.text ?? "{}";
    const { item = {} } = JSON.parse(first) as { readonly item?: object };
    const members = Object.keys(item).map((member) => `text->>'$.item.${member}' AS "${member}"`);
    const columns = ["text->>'$.id' AS _id", "text->>'$.changed_at' AS _changed_at", ...members];
    database.exec(`CREATE TABLE ${list} AS SELECT ${columns.join(", ")} FROM line; DELETE FROM line`);
    database.exec(`CREATE UNIQUE INDEX ${list}_key ON ${list} (_id)`);
  }
  database.exec("COMMIT");
  database.close();
  await rm(name);
}

async function loadDuckdb(name: string, files: Files): Promise<void> {
  const instance = await DuckDBInstance.create(name);
  const connection = await instance.connect();
  for (const { list, file } of files) {
    await connection.run(
      `CREATE TABLE ${list} AS SELECT id AS _id, changed_at AS _changed_at, unnest(item) FROM read_json('${file}')`,
    );
    await connection.run(`CREATE UNIQUE INDEX ${list}_key ON ${list} (_id)`);
  }
  connection.closeSync();
  instance.closeSync();
  await rm(name);
}
