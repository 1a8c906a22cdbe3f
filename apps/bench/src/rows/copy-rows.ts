import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { DuckDBInstance } from "@duckdb/node-api";
import { createClient } from "@repute/client";
import { copy, openTarget } from "@repute/copy";
import type { AccountId } from "@repute/domain";
import Database from "better-sqlite3";
import { bundleOf, copiedLines, newAccount, withDomain } from "../data/accounts.js";
import { count, mb, row, share } from "../row.js";
import { host } from "../servers/clients.js";
import { job, runAlone } from "../workshop.js";
import { watched } from "./server-rows.js";

const targets = { sqlite: "SQLite", duckdb: "DuckDB" } as const;
type TargetName = keyof typeof targets;

/** Measures a first copy into SQLite and DuckDB, and a nightly copy after 1 % of the reviews changed. */
export const copies = row({
  title: "copies",
  once: true,
  headings({ sizes }) {
    const of = <Name extends TargetName>(name: Name) => ({
      first: share(
        `Speed of a first copy of an account with ${count(sizes.copied)} reviews into ${targets[name]}, relative to a plain bulk load into ${targets[name]}`,
        {
          min: 0.5,
        },
      ),
      nightly: share(`Time of a nightly copy of 1 % of the reviews into ${targets[name]}, relative to the first copy`, {
        max: 0.05,
      }),
      memory: mb(`Memory that a copy into ${targets[name]} needs in addition to the idle process`),
    });
    const [sqlite, duckdb] = [of("sqlite"), of("duckdb")];
    return {
      copy_sqlite_x_loader: sqlite.first,
      copy_sqlite_nightly: sqlite.nightly,
      copy_sqlite_memory: sqlite.memory,
      copy_duckdb_x_loader: duckdb.first,
      copy_duckdb_nightly: duckdb.nightly,
      copy_duckdb_memory: duckdb.memory,
    };
  },
  async measure({ workshop, sizes: { copied: rows } }, { repute, data: { url } }) {
    const { folder } = workshop;
    const baseUrl = `http://${host}:${repute.port}`;
    const { account, token } = await runAlone(workshop, makeCopied, { url, rows });
    const order = { baseUrl, token, folder };
    const loaders = await runAlone(workshop, loadFiles, order);
    const take = (name: TargetName) =>
      runAlone(workshop, timeCopy, { ...order, to: `${name}:${join(folder, `copy.${name}`)}` });
    const [sqlite, duckdb] = [await take("sqlite"), await take("duckdb")];
    await runAlone(workshop, correctReviews, { url, account, rows });
    const found = {
      copy_sqlite_x_loader: loaders.sqlite / sqlite.milliseconds,
      copy_sqlite_nightly: (await take("sqlite")).milliseconds / sqlite.milliseconds,
      copy_sqlite_memory: sqlite.memory,
      copy_duckdb_x_loader: loaders.duckdb / duckdb.milliseconds,
      copy_duckdb_nightly: (await take("duckdb")).milliseconds / duckdb.milliseconds,
      copy_duckdb_memory: duckdb.memory,
    };
    for (const name of Object.keys(targets)) await rm(join(folder, `copy.${name}`), { force: true });
    return found;
  },
});

type CopyOrder = { readonly baseUrl: string; readonly token: string; readonly to: string };

/** Runs a copy. Returns its time in milliseconds and its memory use in megabytes. */
const timeCopy = job(__filename, "timeCopy", ({ baseUrl, token, to }: CopyOrder) =>
  watched(async () => {
    const client = createClient({ baseUrl, credential: { apiToken: token } });
    const target = await openTarget(to);
    await copy(client, target, { source: baseUrl, lists: ["reviews", "invites", "conversions"] });
    await target.close();
  }),
);

type Copied = { readonly url: string; readonly rows: number };

/** Creates an account for the copy benchmark. Returns its id and an API token. */
const makeCopied = job(__filename, "makeCopied", ({ url, rows }: Copied) =>
  withDomain(url, async (domain, { sealer }) => {
    const account = await newAccount(domain, "copied", copiedLines(rows));
    // Compress the lists now, because the server would compress them only after some minutes.
    await sealer.seal(account);
    const { token } = await domain.access.createToken(account, { kind: "api-token" });
    return { account: Number(account), token };
  }),
);

/** Changes every hundredth review of the account. */
const correctReviews = job(
  __filename,
  "correctReviews",
  ({ url, account, rows }: Copied & { readonly account: number }) =>
    withDomain(url, async ({ bundle }) => {
      const reviews = [...copiedLines(rows)].filter(({ kind }) => kind === "review");
      const wanted = reviews.filter((_, index) => index % 100 === 0);
      const corrected = wanted.map((line) => ({ ...line, comment: `Corrected: ${String(line["comment"])}` }));
      await bundle.load(account as AccountId, bundleOf(corrected));
    }),
);

type Loading = { readonly baseUrl: string; readonly token: string; readonly folder: string };

const lists = ["reviews", "invites", "conversions"];

/**
 * Fetches an account as NDJSON files, one per list, and loads the files with the fastest methods of SQLite and DuckDB.
 * Returns the times in milliseconds.
 */
const loadFiles = job(__filename, "loadFiles", async ({ baseUrl, token, folder }: Loading) => {
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
