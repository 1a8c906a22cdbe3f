import type { Plan } from "./plan.js";
import { type Engine, type Figure, postgres, type Row, sqlite } from "./row.js";
import { copies } from "./rows/copy-rows.js";
import { aggregates, besidePsql, changes, filters, hundredRows, sealedLists, wholeLists } from "./rows/list-rows.js";
import { peers } from "./rows/peer-rows.js";
import { exchanges, memory, naiveWay, requestRates, smallRequests } from "./rows/server-rows.js";
import { imports, loading, loadingOnPostgres, patientSurveys, sealedWrites } from "./rows/write-rows.js";
import type { Measured } from "./results.js";
import { openStage, type Stage } from "./stage.js";
import { progress, type Workshop } from "./workshop.js";

type Found = Readonly<Record<string, number | undefined>>;

/** Runs all rounds, after preparing the data and starting all servers. */
export async function measure(workshop: Workshop, plan: Plan): Promise<Measured> {
  const rows = rowsNamed(plan.only);
  const stage = await openStage(workshop, plan);
  const found = new Map<EngineRow, Found[]>(rows.map((each) => [each, []]));

  async function measureAll(some: readonly EngineRow[], when: string): Promise<void> {
    for (const each of some) {
      const served = each.engine.of(stage);
      if (!served) continue;
      progress.show(`${when}${each.title}`);
      found.get(each)?.push(await each.row.measure(stage, served));
    }
  }

  await measureAll(
    rows.filter(({ row }) => row.warmsUp),
    "warming up: ",
  );
  for (const values of found.values()) values.length = 0;
  const everyRound = rows.filter(({ row }) => !row.once);
  for (let round = 1; round <= plan.rounds; round += 1) {
    await measureAll(everyRound, `round ${round} of ${plan.rounds}: `);
  }
  await measureAll(
    rows.filter(({ row }) => row.once),
    "",
  );
  const limit = stage.limit.kind;
  return {
    rows: plan.rows,
    rounds: plan.rounds,
    bytes: stage.bytes,
    limit,
    figures: [...found].flatMap(([each, values]) => figuresOf(each, { sizes: stage.sizes, limit }, values)),
  };
}

/** Converts the measured values of a row to figures for the table. Omits values that this machine cannot measure. */
export function figuresOf(
  { row, engine }: EngineRow,
  about: { readonly sizes: Stage["sizes"]; readonly limit: Measured["limit"] },
  found: readonly Found[],
): readonly Figure[] {
  return Object.entries(row.headings({ ...about, engine })).flatMap(([key, heading]) => {
    const values = found.flatMap((one) => one[key] ?? []);
    if (!heading || values.length === 0) return [];
    return [{ ...heading, key: engine.keys + key, label: engine.prefix + heading.label, values }];
  });
}

/** A row in the table of results, and the database engine that it measures. */
type EngineRow = { readonly engine: Engine; readonly row: Row; readonly title: string };

const on = (engine: Engine, ...rows: readonly Row[]): readonly EngineRow[] =>
  rows.map((row) => ({ engine, row, title: engine.prefix + row.title }));

const both = [
  wholeLists,
  sealedLists,
  changes,
  smallRequests,
  requestRates,
  filters,
  aggregates,
  hundredRows,
  imports,
  memory,
];

/** All rows in the order of the table. */
export const rows: readonly EngineRow[] = [
  ...on(sqlite, ...both, loading, patientSurveys, copies, exchanges),
  ...on(postgres, ...both, besidePsql, loadingOnPostgres),
  ...on(sqlite, naiveWay, peers, sealedWrites),
  ...on(postgres, sealedWrites),
];

/** Returns the rows whose titles contain `words`. Returns all rows by default. */
export const rowsNamed = (words = ""): readonly EngineRow[] => rows.filter(({ title }) => title.includes(words));
