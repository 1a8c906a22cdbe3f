import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@repute/client";
import { copy, openTarget } from "@repute/copy";
import { job } from "../children/job.js";
import { runAlone } from "../children/worker.js";
import { correctReviews, makeCopied } from "../copies/copied-account.js";
import { loadFiles } from "../copies/load-files.js";
import { host } from "../clients/requests.js";
import type { Figure, Row } from "../row.js";
import { count } from "../row.js";
import { memoryOf, resetPeak } from "./memory.js";

/** Milliseconds of the database's own loader, of the first copy and of a nightly one; megabytes more than idle. */
type Copied = {
  readonly loader: number;
  readonly first: number;
  readonly nightly: number;
  readonly memory: number | undefined;
};

type Copying = { readonly sqlite: Copied; readonly duckdb: Copied };

/** An account copied into SQLite and DuckDB, and what changed of it since: a hundredth of its reviews. */
export const copying: Row<Copying> = {
  title: "copies",
  once: true,
  async measure({ workshop, data: { url }, repute, sizes: { copied: rows } }) {
    const { folder } = workshop;
    const baseUrl = `http://${host}:${repute.port}`;
    const { account, token } = await runAlone(workshop, makeCopied, { url, rows });
    const order = { baseUrl, token, folder };
    const loaders = await runAlone(workshop, loadFiles, order);
    const to = (name: string) => ({ ...order, to: `${name}:${join(folder, `copy.${name}`)}` });
    const first = {
      sqlite: await runAlone(workshop, timeCopy, to("sqlite")),
      duckdb: await runAlone(workshop, timeCopy, to("duckdb")),
    };
    await runAlone(workshop, correctReviews, { url, account, rows });
    const measured = async (name: "sqlite" | "duckdb"): Promise<Copied> => ({
      loader: loaders[name],
      first: first[name].milliseconds,
      memory: first[name].memory,
      nightly: (await runAlone(workshop, timeCopy, to(name))).milliseconds,
    });
    const found = { sqlite: await measured("sqlite"), duckdb: await measured("duckdb") };
    for (const name of ["sqlite", "duckdb"]) await rm(join(folder, `copy.${name}`), { force: true });
    return found;
  },
  figures: (found, { sizes }) => [
    ...figuresOf(
      "SQLite",
      found.map(({ sqlite }) => sqlite),
      sizes.copied,
    ),
    ...figuresOf(
      "DuckDB",
      found.map(({ duckdb }) => duckdb),
      sizes.copied,
    ),
  ],
};

function figuresOf(name: string, found: readonly Copied[], rows: number): Figure[] {
  const key = name.toLowerCase();
  const memory = found.flatMap((one) => one.memory ?? []);
  return [
    {
      key: `copy_${key}_x_loader`,
      label: `first copy of ${count(rows)} reviews and more into ${name}, relative to its own loader`,
      unit: "x",
      values: found.map(({ loader, first }) => loader / first),
      target: { least: 0.5 },
    },
    {
      key: `copy_${key}_nightly`,
      label: "the same, when a hundredth of the reviews changed, relative to the first copy",
      unit: "x",
      values: found.map(({ nightly, first }) => nightly / first),
      target: { most: 0.05 },
    },
    ...(memory.length > 0
      ? [{ key: `copy_${key}_memory`, label: "the same, memory more than idle", unit: "MB", values: memory } as const]
      : []),
  ];
}

type CopyOrder = { readonly baseUrl: string; readonly token: string; readonly to: string };

/** Copies what is new; returns how long that took, and how much memory. */
const timeCopy = job(__filename, "timeCopy", async ({ baseUrl, token, to }: CopyOrder) => {
  await resetPeak(process.pid);
  const idle = (await memoryOf(process.pid))?.now;
  const started = performance.now();
  const client = createClient({ baseUrl, credential: { apiToken: token } });
  const target = await openTarget(to);
  await copy(client, target, { source: baseUrl, lists: ["reviews", "invites", "conversions"] });
  await target.close();
  const milliseconds = performance.now() - started;
  const peak = (await memoryOf(process.pid))?.peak;
  return { milliseconds, memory: peak === undefined || idle === undefined ? undefined : peak - idle };
});
