import type { Row } from "./row.js";
import { aggregatesOnPostgres, aggregatesOnSqlite } from "./rows/aggregates.js";
import { copying } from "./rows/copying.js";
import { exchanges } from "./rows/exchanges.js";
import { filtersOnPostgres, filtersOnSqlite } from "./rows/filters.js";
import { hundredRowsOnPostgres, hundredRowsOnSqlite } from "./rows/hundred-rows.js";
import { importingOnPostgres, importingOnSqlite } from "./rows/importing.js";
import { loading } from "./rows/loading.js";
import { memory } from "./rows/memory.js";
import { naiveWay } from "./rows/naive-way.js";
import { patientSurveys } from "./rows/patient-surveys.js";
import { postgresLists } from "./rows/postgres-lists.js";
import { sealedOnPostgres, sealedOnSqlite } from "./rows/sealed-lists.js";
import { sealedWritesOnPostgres, sealedWritesOnSqlite } from "./rows/sealed-writes.js";
import {
  requestRatesOnPostgres,
  requestRatesOnSqlite,
  smallRequestsOnPostgres,
  smallRequestsOnSqlite,
} from "./rows/small-requests.js";
import { wholeLists } from "./rows/whole-lists.js";

/** Everything that is measured, in the order of the table. */
export const rows: readonly Row[] = [
  wholeLists,
  sealedOnSqlite,
  smallRequestsOnSqlite,
  requestRatesOnSqlite,
  memory,
  filtersOnSqlite,
  aggregatesOnSqlite,
  hundredRowsOnSqlite,
  loading,
  importingOnSqlite,
  patientSurveys,
  copying,
  exchanges,
  postgresLists,
  sealedOnPostgres,
  smallRequestsOnPostgres,
  requestRatesOnPostgres,
  filtersOnPostgres,
  aggregatesOnPostgres,
  hundredRowsOnPostgres,
  importingOnPostgres,
  naiveWay,
  // These change what the others read.
  sealedWritesOnSqlite,
  sealedWritesOnPostgres,
];

/** Those with these words in their title; all of them without words. */
export const rowsNamed = (words = ""): readonly Row[] => rows.filter(({ title }) => title.includes(words));
