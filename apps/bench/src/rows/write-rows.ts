import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import { appointmentFile, backgroundProcess, patientFile } from "@repute/adapter-files";
import type { AccountId, Domain, Instant } from "@repute/domain";
import Database from "better-sqlite3";
import { parse } from "csv-parse";
import {
  accountLines,
  bundleOf,
  type Data,
  isReview,
  type Line,
  measured,
  newAccount,
  withDomain,
} from "../data/accounts.js";
import {
  importingPractice,
  surveyedPractice,
  uploadedAt,
  writeAppointments,
  writePatients,
} from "../data/csv-files.js";
import { percentile } from "../results.js";
import { count } from "../plan.js";
import { mb, ms, row, share, x } from "../row.js";
import { emptyDatabase } from "../servers/postgres.js";
import type { Stage } from "../stage.js";
import { job, runAlone } from "../workshop.js";
import { slowestWhile, watched } from "./server-rows.js";

/** Compares loading bundles with plain inserts of the same rows. */
export const loading = row({
  title: "loading",
  headings: () => ({
    load_x_insert: share("Speed of loading records in time order, relative to a prepared INSERT", { min: 0.05 }),
    random_load_x_insert: share("Speed of loading records in random order, relative to a prepared INSERT", {
      min: 0.05,
    }),
  }),
  async measure(stage) {
    const { loader, workshop, sizes } = stage;
    const insert = await loader.run(timeInsert, { folder: workshop.folder, rows: sizes.load });
    return {
      load_x_insert: (await loadIntoFile(stage, true)) / insert,
      random_load_x_insert: (await loadIntoFile(stage, false)) / insert,
    };
  },
});

/** Compares loading into an empty PostgreSQL database with loading into a new SQLite file. */
export const loadingOnPostgres = row({
  title: "loading",
  headings: () => ({
    load_x_sqlite: x("Time to load records in time order, relative to SQLite", { max: 2.5 }),
  }),
  async measure(stage, { server }) {
    const { loader, workshop, sizes } = stage;
    if (!server) throw new Error("there is no PostgreSQL to load into");
    const order = { url: await emptyDatabase(workshop, server), rows: sizes.load, inTimeOrder: true };
    return { load_x_sqlite: (await loadIntoFile(stage, true)) / (await loader.run(timeLoad, order)) };
  },
});

async function loadIntoFile({ loader, workshop, sizes }: Stage, inTimeOrder: boolean): Promise<number> {
  const file = join(workshop.folder, "load.db");
  const rate = await loader.run(timeLoad, { url: `sqlite:${file}`, rows: sizes.load, inTimeOrder });
  await rm(file, { force: true });
  return rate;
}

type Inserting = { readonly folder: string; readonly rows: number };

/** Returns the lines in a deterministic pseudorandom order. */
function shuffled(lines: readonly Line[]): Line[] {
  const order = new Map(lines.map((line, index) => [line, Math.imul(index + 1, 0x9e3779b1) >>> 0]));
  return [...lines].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
}

const table = `CREATE TABLE reviews (
  account_id INTEGER NOT NULL, id INTEGER NOT NULL, platform_id INTEGER NOT NULL, location_id INTEGER, provider_id INTEGER,
  rating REAL, comment TEXT, reviewer TEXT, created_at INTEGER NOT NULL, invite_id INTEGER, extras TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) WITHOUT ROWID`;

/** Inserts reviews with one prepared statement in one transaction. Returns rows per second. */
const timeInsert = job(__filename, "timeInsert", async ({ folder, rows }: Inserting) => {
  const file = join(folder, "insert.db");
  const values = [...accountLines(1, rows, 0)].filter(isReview).map(valuesOf);
  const database = new Database(file);
  try {
    // Use the same durability settings as the service.
    for (const pragma of ["page_size = 16384", "journal_mode = WAL", "synchronous = FULL"]) database.pragma(pragma);
    database.exec(table);
    const insert = database.prepare("INSERT INTO reviews VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    const started = performance.now();
    database.transaction(() => {
      for (const each of values) insert.run(...each);
    })();
    return (rows * 1_000) / (performance.now() - started);
  } finally {
    database.close();
    await rm(file, { force: true });
  }
});

function valuesOf(line: Line): unknown[] {
  const plain = ["id", "platform_id", "location_id", "provider_id", "rating", "comment", "reviewer"];
  const [createdAt, extras] = [Date.parse(String(line["create_time"])), JSON.stringify(line["extras"] ?? {})];
  return [1, ...plain.map((key) => line[key] ?? null), createdAt, null, extras];
}

type Load = { readonly url: string; readonly rows: number; readonly inTimeOrder: boolean };

/** Loads a bundle of reviews into a new database, including validation. Returns rows per second. */
const timeLoad = job(__filename, "timeLoad", ({ url, rows, inTimeOrder }: Load) => {
  const lines = [...accountLines(1, rows, 0)];
  const reviews = lines.filter(isReview);
  const sorted = [...lines.filter((line) => !isReview(line)), ...(inTimeOrder ? reviews : shuffled(reviews))];
  const texts = sorted.map((line) => JSON.stringify(line));
  // Parse the lines during the load, as for a file.
  const source = bundleOf(function* () {
    for (const text of texts) yield JSON.parse(text) as Line;
  });
  const load = async ({ accounts, bundle }: Domain) => {
    const { id } = await accounts.create({ key: "practice", name: "Practice" });
    const started = performance.now();
    await bundle.load(id, source);
    return (rows * 1_000) / (performance.now() - started);
  };
  return withDomain(url, load);
});

const maxBlock = 100;
/** Number of runs. A single run would depend too much on the disk. */
const runs = 5;

/**
 * Compares the speeds of writing to a compressed (sealed) list and to an uncompressed list.
 * Each review is written twice in a row, so that both writes see the same load on the disk.
 * The first write unseals the segment of the list, so the second write is to an uncompressed list.
 */
export const sealedWrites = row({
  title: "writes into sealed lists",
  // Measure after all rounds, because this measurement changes data that other measurements read.
  once: true,
  headings: () => ({
    sealed_writes: share("Speed of writing single reviews into a sealed list, relative to an unsealed list", {
      min: 0.8,
    }),
  }),
  measure: async ({ loader, plan }, { data }) => ({
    sealed_writes: await loader.run(compareWrites, { ...data, rows: plan.rows }),
  }),
});

type Writing = Pick<Data, "url" | "account"> & { readonly rows: number };

/** Changes some reviews across the list, each in its own transaction, and immediately changes each review back. */
const compareWrites = job(__filename, "compareWrites", ({ url, account, rows }: Writing) =>
  withDomain(url, async ({ bundle }, { sealer }) => {
    const reviews = [...accountLines(measured, rows)].filter(isReview);
    const some = reviews.filter((_, index) => index % Math.ceil(reviews.length / maxBlock) === 0);
    const timeOf = async (line: (typeof some)[number]) => {
      const started = performance.now();
      await bundle.load(account as AccountId, bundleOf([line]));
      return performance.now() - started;
    };
    /** Writes each review twice. Returns the total time of all first writes and of all second writes, in milliseconds. */
    const take = async (comment: string) => {
      let [changed, changedBack] = [0, 0];
      for (const line of some) {
        changed += await timeOf({ ...line, comment });
        changedBack += await timeOf(line);
      }
      return { changed, changedBack };
    };
    // Warm up, so that every statement is already prepared.
    await take("warm");
    const found: number[] = [];
    for (let count = 1; count <= runs; count += 1) {
      await sealer.seal(account as AccountId);
      const { changed, changedBack } = await take(`Changed ${count}`);
      found.push(changedBack / changed);
    }
    return percentile(found, 0.5);
  }),
);

/** Imports a large file into the server's database twice: while the server is idle, and during small requests. */
export const imports = row({
  title: "an import",
  once: true,
  headings: ({ sizes }) => ({
    import_x_parse: share(
      `Speed of an import of ${count(sizes.imported)} rows, relative to csv-parse, which only reads the file`,
    ),
    import_time: ms("Import time per 1,000 rows", { max: 200 }),
    import_memory: mb("Memory that an import needs in addition to the idle process", { max: 150 }),
    import_beside: ms("Import time per 1,000 rows while the server answers small requests"),
    import_small_request: share(
      "99th percentile of response times during an import, relative to the percentile before the import",
      { max: 2 },
    ),
  }),
  async measure(stage, { repute, data: { url } }) {
    const { workshop, sizes, loader } = stage;
    const order = { url, file: join(workshop.folder, "appointments.csv"), rows: sizes.imported };
    await writeAppointments(order.file, order.rows);
    const parsing = await loader.run(timeParse, order);
    const alone = await runAlone(workshop, timeImport, { ...order, name: "imports" });
    const quiet = await slowestWhile(repute, () => setTimeout(5_000));
    const busy = runAlone(workshop, timeImport, { ...order, name: "imports-beside" });
    const meanwhile = await slowestWhile(repute, () => busy);
    const thousands = order.rows / 1_000;
    return {
      import_x_parse: parsing / alone.milliseconds,
      import_time: alone.milliseconds / thousands,
      import_memory: alone.memory,
      import_beside: (await busy).milliseconds / thousands,
      import_small_request: meanwhile / quiet,
    };
  },
});

/** Imports a file into a new account, as the import command does. Returns time and memory. */
const timeImport = job(
  __filename,
  "timeImport",
  ({ url, file, rows, name }: TableOrder & Readonly<Record<"url" | "name", string>>) =>
    withDomain(url, async (domain) => {
      backgroundProcess();
      const account = await newAccount(domain, name, importingPractice);
      const at = { uploadedAt: Date.parse(uploadedAt) as Instant };
      const { result, ...took } = await watched(() => domain.imports.run(account, appointmentFile(file), at));
      if (result.rows_processed !== rows) throw new Error(`the import has ${result.rows_processed} rows`);
      return took;
    }),
);

/** Parses two patient files: one with errors in half of the rows, and one with errors in all rows. */
export const patientSurveys = row({
  title: "a file of patients for a survey",
  once: true,
  headings: ({ sizes }) => ({
    patients_x_parse: share(`Speed of parsing a patient file of ${count(sizes.surveyed)} rows, relative to csv-parse`),
    patients_memory: mb("Memory that a patient file with findings in every row needs in addition to the idle process", {
      max: 200,
    }),
  }),
  async measure({ workshop, sizes: { surveyed: rows }, loader }, { data: { url } }) {
    const order = (name: string) => ({ url, file: join(workshop.folder, name), rows });
    const [half, all] = [order("patients.csv"), order("faulty-patients.csv")];
    await writePatients(half.file, rows, 2);
    await writePatients(all.file, rows, 1);
    const parsing = await loader.run(timeParse, half);
    return {
      patients_x_parse: parsing / (await runAlone(workshop, timePatients, half)).milliseconds,
      patients_memory: (await runAlone(workshop, timePatients, all)).memory,
    };
  },
});

/** Parses a patient file in a new account. Returns time and memory. */
const timePatients = job(__filename, "timePatients", ({ url, file, rows }: TableOrder & { readonly url: string }) =>
  withDomain(url, async (domain) => {
    const account = await newAccount(domain, "patients", surveyedPractice);
    const at = { uploadedAt: Date.parse("2026-06-10T12:00:00Z") as Instant };
    const { result, ...took } = await watched(() =>
      domain.patientSurveys.parse(account, patientFile(file, "OASCAHPS"), at),
    );
    const { total_patients: found } = result.item;
    if (found !== rows) throw new Error(`the file has ${found} patients`);
    return took;
  }),
);

/** A CSV file and its number of rows. */
type TableOrder = { readonly file: string; readonly rows: number };

/** Parses every cell of a CSV file and discards the cells. Returns milliseconds. */
const timeParse = job(__filename, "timeParse", async ({ file }: TableOrder) => {
  const started = performance.now();
  const parser = parse().on("data", () => {});
  await pipeline(createReadStream(file), parser);
  return performance.now() - started;
});
