import { createReadStream } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { appointmentFile } from "@repute/adapter-files";
import { openDatabase, typeormPorts } from "@repute/adapter-typeorm";
import type { Instant } from "@repute/domain";
import { createDomain, noPartners } from "@repute/domain";
import { parse } from "csv-parse";
import { job } from "../children/job.js";
import { runAlone } from "../children/worker.js";
import { ask } from "../clients/requests.js";
import { textBundle } from "../data/account-bundle.js";
import { importingPractice, uploadedAt, writeAppointments } from "../data/appointment-table.js";
import { percentile } from "../results/findings.js";
import type { Figure, Row } from "../row.js";
import { count } from "../row.js";
import type { Server } from "../servers/server.js";
import type { Stage } from "../stage.js";
import { endpoint } from "../stage.js";
import { memoryOf, resetPeak } from "./memory.js";

/** Rows a second, of csv-parse alone and of an import; small requests before and meanwhile; megabytes more than idle. */
export type Importing = {
  readonly parsed: number;
  readonly imported: number;
  readonly quiet: number;
  readonly meanwhile: number;
  readonly memory: number | undefined;
};

type Measured = { readonly server: Server; readonly url: string };

/** One import of a large file into a database that a server reads from, as from the command line. */
const importing = (engine: string, measured: (stage: Stage) => Measured | undefined): Row<Importing> => ({
  title: `${engine}an import`,
  once: true,
  async measure(stage) {
    const { workshop, sizes, loader } = stage;
    const at = measured(stage);
    if (!at) return undefined;
    const file = join(workshop.folder, "appointments.csv");
    await writeAppointments(file, sizes.imported);
    const parsed = await loader.run(timeParse, { file, rows: sizes.imported });
    const quiet = await slowest(stage, at.server, () => setTimeout(5_000));
    let done: ImportTime | undefined;
    const meanwhile = await slowest(stage, at.server, async () => {
      done = await runAlone(workshop, timeImport, { url: at.url, file, rows: sizes.imported });
    });
    return { parsed, quiet, meanwhile, imported: done?.rate ?? NaN, memory: done?.memory };
  },
  figures: (found, { sizes }) => {
    const prefix = engine === "" ? "" : "postgres_";
    const memory = found.flatMap((one) => one.memory ?? []);
    return [
      {
        key: `${prefix}import_x_parse`,
        label: `${engine}rows of an import of ${count(sizes.imported)} a second, relative to csv-parse alone`,
        unit: "x",
        values: found.map(({ imported, parsed }) => imported / parsed),
      },
      ...(memory.length > 0 ? [memoryFigure(`${prefix}import_memory`, engine, memory)] : []),
      {
        key: `${prefix}import_small_request`,
        label: `${engine}small request meanwhile, 99th percentile relative to before`,
        unit: "x",
        values: found.map(({ meanwhile, quiet }) => meanwhile / quiet),
        target: { most: 2 },
      },
    ];
  },
});

const memoryFigure = (key: string, engine: string, values: readonly number[]): Figure => ({
  key,
  label: `${engine}the same, memory more than idle`,
  unit: "MB",
  values,
  target: { most: 150 },
});

export const importingOnSqlite = importing("", ({ repute, data: { url } }) => ({ server: repute, url }));
export const importingOnPostgres = importing(
  "PostgreSQL: ",
  ({ postgres }) => postgres && { server: postgres.repute, url: postgres.data.url },
);

/** The 99th percentile of small requests, in milliseconds, while something is done. */
async function slowest({ asker }: Stage, server: Server, work: () => Promise<void>): Promise<number> {
  const asking = asker.run(ask, endpoint(server, "/v2/locations"));
  const [took] = await Promise.all([asking, work().finally(() => asker.stop())]);
  return percentile(took, 0.99);
}

type Order = { readonly file: string; readonly rows: number };

/** Reads every cell of a file, and nothing else; returns rows a second. */
const timeParse = job(__filename, "timeParse", async ({ file, rows }: Order) => {
  const started = performance.now();
  const parser = createReadStream(file).pipe(parse());
  await new Promise(
    (resolve, reject) =>
      void parser
        .on("data", () => {})
        .on("end", resolve)
        .on("error", reject),
  );
  return (rows * 1_000) / (performance.now() - started);
});

type ImportTime = { readonly rate: number; readonly memory: number | undefined };

/** Imports a file into an account of its own; returns rows a second, and how much memory that took. */
const timeImport = job(
  __filename,
  "timeImport",
  async ({ url, file, rows }: Order & { readonly url: string }): Promise<ImportTime> => {
    const database = await openDatabase({ url });
    try {
      const domain = createDomain({ ...typeormPorts(database), ...noPartners });
      const { id } = await domain.accounts.create({ key: `imports-${Date.now()}`, name: "Imports" });
      await domain.bundle.load(id, textBundle(importingPractice.map((line) => JSON.stringify(line))));
      await resetPeak(process.pid);
      const idle = (await memoryOf(process.pid))?.now;
      const started = performance.now();
      const run = await domain.imports.run(id, appointmentFile(file), {
        uploadedAt: Date.parse(uploadedAt) as Instant,
      });
      if (run.rows_processed !== rows) throw new Error(`the import has ${run.rows_processed} rows`);
      const rate = (rows * 1_000) / (performance.now() - started);
      const peak = (await memoryOf(process.pid))?.peak;
      return { rate, memory: peak === undefined || idle === undefined ? undefined : peak - idle };
    } finally {
      await database.close();
    }
  },
);
