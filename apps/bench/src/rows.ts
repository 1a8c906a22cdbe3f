import type { Row } from "./row.js";
import { aggregatesOnPostgres, aggregatesOnSqlite } from "./rows/aggregates.js";
import { copying } from "./rows/copying.js";
import { curlOnPostgres, curlOnSqlite } from "./rows/curl-lists.js";
import { exchanges } from "./rows/exchanges.js";
import { filtersOnPostgres, filtersOnSqlite } from "./rows/filters.js";
import { hundredRows } from "./rows/hundred-rows.js";
import { importingOnPostgres, importingOnSqlite } from "./rows/importing.js";
import { loading } from "./rows/loading.js";
import { memoryOnPostgres, memoryOnSqlite } from "./rows/memory.js";
import { naiveWay } from "./rows/naive-way.js";
import { patientSurveys } from "./rows/patient-surveys.js";
import { postgresLists } from "./rows/postgres-lists.js";
import { sealedOnPostgres, sealedOnSqlite } from "./rows/sealed-lists.js";
import { smallRequestsOnPostgres, smallRequestsOnSqlite } from "./rows/small-requests.js";
import { wholeLists } from "./rows/whole-lists.js";

/** Everything that is measured, in the order of the table. */
export const rows: readonly Row[] = [
  wholeLists,
  curlOnSqlite,
  sealedOnSqlite,
  smallRequestsOnSqlite,
  memoryOnSqlite,
  filtersOnSqlite,
  aggregatesOnSqlite,
  hundredRows,
  loading,
  importingOnSqlite,
  patientSurveys,
  copying,
  exchanges,
  postgresLists,
  curlOnPostgres,
  sealedOnPostgres,
  memoryOnPostgres,
  smallRequestsOnPostgres,
  filtersOnPostgres,
  aggregatesOnPostgres,
  importingOnPostgres,
  naiveWay,
];

/** Those with these words in their title; all of them without words. */
export const rowsNamed = (words = ""): readonly Row[] => rows.filter(({ title }) => title.includes(words));
