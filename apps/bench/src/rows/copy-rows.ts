import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DuckDBInstance } from "@duckdb/node-api";
import { createClient } from "@repute/client";
import { copy, openTarget } from "@repute/copy";
import type { AccountId } from "@repute/domain";
import Database from "better-sqlite3";
import { bundleOf, isReview, type Line, newAccount, practiceLines, withDomain } from "../data/accounts.js";
import { count } from "../plan.js";
import { mb, row, share } from "../row.js";
import { host, saveBody } from "../servers/clients.js";
import { job, runAlone } from "../workshop.js";
import { watched } from "./server-rows.js";

const targets = { sqlite: "SQLite", duckdb: "DuckDB" } as const;
const targetNames = ["sqlite", "duckdb"] as const;

/** Measures a first copy into SQLite and DuckDB, and a nightly copy after 1 % of the reviews changed. */
export const copies = row({
  title: "copies",
  once: true,
  headings: ({ sizes }) =>
    Object.fromEntries(
      targetNames.flatMap((name) => {
        const [target, reviews] = [targets[name], count(sizes.copied)];
        const first = `Speed of a first copy of an account with ${reviews} reviews into ${target}, relative to a plain bulk load into ${target}`;
        const nightly = `Time of a nightly copy of 1 % of the reviews into ${target}, relative to the first copy`;
        return [
          [`copy_${name}_x_loader`, share(first, { min: 0.5 })],
          [`copy_${name}_nightly`, share(nightly, { max: 0.05 })],
          [`copy_${name}_memory`, mb(`Memory that a copy into ${target} needs in addition to the idle process`)],
        ];
      }),
    ),
  async measure({ workshop, sizes: { copied: rows } }, { repute, data: { url } }) {
    const { folder } = workshop;
    const { account, token } = await runAlone(workshop, makeCopied, { url, rows });
    const source = { port: repute.port, token, folder };
    const loads = await runAlone(workshop, loadFiles, source);
    const copyAll = async () => ({
      sqlite: await runAlone(workshop, timeCopy, { ...source, target: "sqlite" }),
      duckdb: await runAlone(workshop, timeCopy, { ...source, target: "duckdb" }),
    });
    const first = await copyAll();
    await runAlone(workshop, correctReviews, { url, account, rows });
    const nightly = await copyAll();
    for (const name of targetNames) await rm(join(folder, `copy.${name}`), { force: true });
    return Object.fromEntries(
      targetNames.flatMap((name) => [
        [`copy_${name}_x_loader`, loads[name] / first[name].milliseconds],
        [`copy_${name}_nightly`, nightly[name].milliseconds / first[name].milliseconds],
        [`copy_${name}_memory`, first[name].memory],
      ]),
    );
  },
});

/** Address of the account that is copied, and the folder for the copies. */
type Source = { readonly port: number; readonly token: string; readonly folder: string };

const lists = ["reviews", "invites", "conversions"] as const;

/** Runs a copy. Returns its time in milliseconds and its memory use in megabytes. */
const timeCopy = job(__filename, "timeCopy", ({ port, token, folder, target }: Source & { readonly target: string }) =>
  watched(async () => {
    const baseUrl = `http://${host}:${port}`;
    const client = createClient({ baseUrl, credential: { apiToken: token } });
    const opened = await openTarget(`${target}:${join(folder, `copy.${target}`)}`);
    await copy(client, opened, { source: baseUrl, lists });
    await opened.close();
  }),
);

/** Lines of the account that is copied, with as many invites as reviews and half as many calls. */
const copiedLines = (reviews: number): Iterable<Line> =>
  practiceLines(77, { reviews, invites: reviews, calls: Math.round(reviews / 2) });

type Copied = { readonly url: string; readonly rows: number };

/** Creates an account for the copy benchmark. Returns its id and an API token. */
const makeCopied = job(__filename, "makeCopied", ({ url, rows }: Copied) =>
  withDomain(url, async (domain, { sealer }) => {
    const account = await newAccount(domain, "copied", () => copiedLines(rows));
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
      const wanted = [...copiedLines(rows)].filter(isReview).filter((_, index) => index % 100 === 0);
      const corrected = wanted.map((line) => ({ ...line, comment: `Corrected: ${String(line["comment"])}` }));
      await bundle.load(account as AccountId, bundleOf(corrected));
    }),
);

/**
 * Fetches an account as NDJSON files, one per list, and loads the files with the fastest methods of SQLite and DuckDB.
 * Returns the times in milliseconds.
 */
const loadFiles = job(__filename, "loadFiles", async ({ port, token, folder }: Source) => {
  const files = lists.map((list) => ({ list, file: join(folder, `${list}.ndjson`) }));
  const headers = { "api-token": token, Accept: "application/x-ndjson", "Accept-Encoding": "gzip" };
  // Include the time for fetching in both results, because both loaders need the files.
  const fetched = await timed(async () => {
    for (const { list, file } of files) await saveBody({ port, headers, path: `/v2/changes?lists=${list}` }, file);
  });
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
