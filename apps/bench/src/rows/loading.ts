import { rm } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase, typeormPorts } from "@repute/adapter-typeorm";
import { createDomain, noPartners } from "@repute/domain";
import Database from "better-sqlite3";
import { job } from "../children/job.js";
import { emptyDatabase } from "../postgres/start-postgres.js";
import type { Line } from "../data/account-bundle.js";
import { accountLines, textBundle } from "../data/account-bundle.js";
import type { Row } from "../row.js";

/** Rows a second. */
type Loading = {
  readonly insert: number;
  readonly inTimeOrder: number;
  readonly atRandom: number;
  /** In time order on PostgreSQL. */
  readonly postgres?: number;
};

/** Rows inserted bare, and the same rows loaded as bundles. */
export const loading: Row<Loading> = {
  title: "loading",
  async measure(stage) {
    const { loader, workshop, postgres, sizes } = stage;
    const { folder } = workshop;
    const rows = sizes.load;
    const file = join(folder, "load.db");
    const load = async (inTimeOrder: boolean) => {
      const rate = await loader.run(timeLoad, { url: `sqlite:${file}`, rows, inTimeOrder });
      await rm(file, { force: true });
      return rate;
    };
    return {
      insert: await loader.run(timeInsert, { folder, rows }),
      inTimeOrder: await load(true),
      atRandom: await load(false),
      ...(postgres && {
        postgres: await loader.run(timeLoad, {
          url: await emptyDatabase(workshop, postgres.server),
          rows,
          inTimeOrder: true,
        }),
      }),
    };
  },
  figures: (rounds) => [
    {
      key: "load_x_insert",
      label: "rows loaded a second in time order, relative to a prepared INSERT",
      unit: "x",
      values: rounds.map(({ inTimeOrder, insert }) => inTimeOrder / insert),
      target: { least: 0.05 },
    },
    {
      key: "random_load_x_insert",
      label: "the same in random order",
      unit: "x",
      values: rounds.map(({ atRandom, insert }) => atRandom / insert),
      target: { least: 0.05 },
    },
    ...(rounds.every(({ postgres }) => postgres === undefined)
      ? []
      : [
          {
            key: "postgres_load_x_sqlite",
            label: "PostgreSQL: time to load in time order, relative to SQLite",
            unit: "x",
            values: rounds.flatMap(({ inTimeOrder, postgres }) => (postgres ? [inTimeOrder / postgres] : [])),
            target: { most: 2.5 },
          } as const,
        ]),
  ],
};

type Order = { readonly folder: string; readonly rows: number };
type Load = { readonly url: string; readonly rows: number; readonly inTimeOrder: boolean };

/** The lines of so many reviews, and of what they refer to. */
function linesOf(rows: number): { readonly catalog: readonly Line[]; readonly reviews: readonly Line[] } {
  const lines = [...accountLines(1, rows, 0)];
  const reviews = lines.filter(({ kind }) => kind === "review");
  return { catalog: lines.filter(({ kind }) => kind !== "review"), reviews };
}

/** The same in an order that looks random and is the same every time. */
function shuffled(lines: readonly Line[]): Line[] {
  const order = new Map(lines.map((line, index) => [line, Math.imul(index + 1, 0x9e3779b1) >>> 0]));
  return [...lines].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
}

const table = `CREATE TABLE reviews (
  account_id INTEGER NOT NULL, id INTEGER NOT NULL, platform_id INTEGER NOT NULL, location_id INTEGER, provider_id INTEGER,
  rating REAL, comment TEXT, reviewer TEXT, created_at INTEGER NOT NULL, invite_id INTEGER, extras TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) WITHOUT ROWID`;

/** Inserts reviews with one prepared statement in one transaction, and nothing else; returns rows a second. */
const timeInsert = job(__filename, "timeInsert", async ({ folder, rows }: Order) => {
  const file = join(folder, "insert.db");
  const values = linesOf(rows).reviews.map(valuesOf);
  const database = new Database(file);
  try {
    // As durable as the service.
    for (const pragma of ["page_size = 16384", "journal_mode = WAL", "synchronous = FULL"]) database.pragma(pragma);
    database.exec(table);
    const insert = database.prepare("INSERT INTO reviews VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    const started = performance.now();
    database.transaction(() => {
      for (const row of values) insert.run(...row);
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

/** Loads a bundle of reviews into a new database, rules included; returns rows a second. */
const timeLoad = job(__filename, "timeLoad", async ({ url, rows, inTimeOrder }: Load) => {
  const { catalog, reviews } = linesOf(rows);
  const inOrder = inTimeOrder ? reviews : shuffled(reviews);
  const source = textBundle([...catalog, ...inOrder].map((line) => JSON.stringify(line)));
  const database = await openDatabase({ url, migrate: true });
  try {
    const domain = createDomain({ ...typeormPorts(database), ...noPartners });
    const { id } = await domain.accounts.create({ key: "practice", name: "Practice" });
    const started = performance.now();
    await domain.bundle.load(id, source);
    return (rows * 1_000) / (performance.now() - started);
  } finally {
    await database.close();
  }
});
