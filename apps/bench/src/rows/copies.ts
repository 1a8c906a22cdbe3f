import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@repute/client";
import { copy, openTarget } from "@repute/copy";
import { job } from "../children/job.js";
import { runAlone } from "../children/worker.js";
import { host } from "../clients/requests.js";
import { correctReviews, makeCopied } from "../copies/copied-account.js";
import { loadFiles } from "../copies/load-files.js";
import { count, mb, row, share } from "../row.js";
import { watched } from "./memory.js";

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
