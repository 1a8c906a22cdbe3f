import { type Engine, postgres, type Row, sqlite } from "./row.js";
import { aggregates } from "./rows/aggregates.js";
import { besidePsql } from "./rows/beside-psql.js";
import { changes } from "./rows/changes.js";
import { copies } from "./rows/copies.js";
import { exchanges } from "./rows/exchanges.js";
import { filters } from "./rows/filters.js";
import { hundredRows } from "./rows/hundred-rows.js";
import { imports } from "./rows/imports.js";
import { loading, loadingOnPostgres } from "./rows/loading.js";
import { memory } from "./rows/memory.js";
import { naiveWay } from "./rows/naive-way.js";
import { patientSurveys } from "./rows/patient-surveys.js";
import { peers } from "./rows/peers.js";
import { sealedLists } from "./rows/sealed-lists.js";
import { sealedWrites } from "./rows/sealed-writes.js";
import { requestRates, smallRequests } from "./rows/small-requests.js";
import { wholeLists } from "./rows/whole-lists.js";

/** A row in the table of results, and the database engine that it measures. */
export type EngineRow = { readonly engine: Engine; readonly row: Row; readonly title: string };

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
