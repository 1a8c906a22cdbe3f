import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Domain } from "@repute/domain";
import Database from "better-sqlite3";
import { job } from "../children/job.js";
import { accountLines, type Line } from "../data/account-bundle.js";
import { bundleOf, withDomain } from "../data/with-domain.js";
import { emptyDatabase } from "../postgres/start-postgres.js";
import { row, share, x } from "../row.js";
import type { Stage } from "../stage.js";

/** Compares loading bundles with plain inserts of the same rows. */
export const loading = row({
  title: "loading",
  headings: () => ({
    load_x_insert: share("Speed of loading records in time order, relative to a prepared INSERT", {
      min: 0.05,
    }),
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

type Order = { readonly folder: string; readonly rows: number };

/** Creates `rows` reviews. Returns their bundle lines and the lines of their catalog. */
function linesOf(rows: number): { readonly catalog: readonly Line[]; readonly reviews: readonly Line[] } {
  const lines = [...accountLines(1, rows, 0)];
  const reviews = lines.filter(({ kind }) => kind === "review");
  return { catalog: lines.filter(({ kind }) => kind !== "review"), reviews };
}

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
const timeInsert = job(__filename, "timeInsert", async ({ folder, rows }: Order) => {
  const file = join(folder, "insert.db");
  const values = linesOf(rows).reviews.map(valuesOf);
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
  const { catalog, reviews } = linesOf(rows);
  const source = bundleOf([...catalog, ...(inTimeOrder ? reviews : shuffled(reviews))]);
  const load = async ({ accounts, bundle }: Domain) => {
    const { id } = await accounts.create({ key: "practice", name: "Practice" });
    const started = performance.now();
    await bundle.load(id, source);
    return (rows * 1_000) / (performance.now() - started);
  };
  return withDomain(url, load, true);
});
