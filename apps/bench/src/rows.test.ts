import { describe, expect, it } from "@jest/globals";
import type { Figure, Row } from "./row.js";
import { aggregatesOnPostgres } from "./rows/aggregates.js";
import { copying } from "./rows/copying.js";
import { curlOnPostgres } from "./rows/curl-lists.js";
import { exchanges } from "./rows/exchanges.js";
import { filtersOnPostgres } from "./rows/filters.js";
import { hundredRows } from "./rows/hundred-rows.js";
import { importingOnPostgres } from "./rows/importing.js";
import { loading } from "./rows/loading.js";
import { memoryIn, memoryOnSqlite } from "./rows/memory.js";
import { patientSurveys } from "./rows/patient-surveys.js";
import { postgresLists } from "./rows/postgres-lists.js";
import { wholeLists } from "./rows/whole-lists.js";
import { sizesOf } from "./plan.js";

const nginx = { kind: "nginx", port: 1, pid: 1, headers: {}, close: async () => {} } as const;
const sizes = { ...sizesOf(20_000), naive: 5_000 };

/** The lines of the table that follow from what was found, by key. */
const figuresOf = <Found>(row: Row<Found>, found: readonly Found[], kind: "nginx" | "Node's http" = "nginx") =>
  new Map<string, Figure>(
    row.figures(found, { sizes, limit: { ...nginx, kind } }).map((figure) => [figure.key, figure]),
  );

const took = (milliseconds: number, bytes = 1_000) => ({ firstByte: milliseconds / 10, milliseconds, bytes });

describe("the table", () => {
  const round = { limit: took(50), whole: took(100), tenth: took(10), same: took(25), naive: took(5_000) };

  it("has speeds relative to the limit and to the naive way, round by round", () => {
    const figures = figuresOf(wholeLists, [round, { ...round, whole: took(200) }]);
    expect(figures.get("list_x_limit")?.values).toEqual([0.5, 0.25]);
    expect(figures.get("list_x_naive")).toMatchObject({
      values: [200, 200],
      label: expect.stringContaining("5,000 rows"),
    });
    expect(figures.get("list_first_byte")?.values).toEqual([10, 20]);
    expect(figures.get("time_a_row")?.values).toEqual([1, 2]);
    const withCurl = figuresOf(curlOnPostgres, [{ limit: 20, whole: 100 }]);
    expect(withCurl.get("postgres_curl_x_limit")?.values).toEqual([0.2]);
  });

  it("asks more where Node's http stood in for nginx, which is slower", () => {
    expect(figuresOf(wholeLists, [round]).get("list_x_limit")?.target).toEqual({ least: 0.25 });
    expect(figuresOf(wholeLists, [round], "Node's http").get("list_x_limit")?.target).toEqual({ least: 0.31 });
  });

  it("relates rates to those of others", () => {
    expect(figuresOf(hundredRows, [{ repute: 800, naive: 100 }]).get("hundred_rows_x_naive")?.values).toEqual([8]);
    const loaded = figuresOf(loading, [{ insert: 100, inTimeOrder: 20, atRandom: 10 }]);
    expect([...loaded.values()].map(({ values }) => values)).toEqual([[0.2], [0.1]]);
    expect(figuresOf(exchanges, [{ repute: 600, bare: 1_000 }]).get("exchanges_x_bare")?.values).toEqual([0.6]);
  });

  it("relates an import to csv-parse, and small requests meanwhile to those before", () => {
    const figures = figuresOf(importingOnPostgres, [
      { parsed: 100_000, imported: 5_000, quiet: 4, meanwhile: 6, memory: undefined },
    ]);
    expect([...figures].map(([key, { values }]) => [key, values])).toEqual([
      ["postgres_import_x_parse", [0.05]],
      ["postgres_import_small_request", [1.5]],
    ]);
  });

  it("relates a first copy to the database's own loader, and a nightly one to the first", () => {
    const copied = { loader: 1_000, first: 2_000, nightly: 50, memory: undefined };
    const figures = figuresOf(copying, [{ sqlite: copied, duckdb: { ...copied, first: 500, memory: 90 } }]);
    expect([...figures].map(([key, { values }]) => [key, values])).toEqual([
      ["copy_sqlite_x_loader", [0.5]],
      ["copy_sqlite_nightly", [0.025]],
      ["copy_duckdb_x_loader", [2]],
      ["copy_duckdb_nightly", [0.1]],
      ["copy_duckdb_memory", [90]],
    ]);
  });

  it("relates judged patients to csv-parse, and has their memory where it is known", () => {
    const found = figuresOf(patientSurveys, [
      { parsed: 80_000, judged: 4_000, memory: undefined },
      { parsed: 80_000, judged: 8_000, memory: 150 },
    ]);
    expect([...found].map(([key, { values }]) => [key, values])).toEqual([
      ["patients_x_parse", [0.05, 0.1]],
      ["patients_memory", [150]],
    ]);
  });

  it("has memory, and what it grew by", () => {
    const figures = figuresOf(memoryOnSqlite, [{ idle: 80, whole: 110 }]);
    expect([...figures.values()].map(({ values }) => values)).toEqual([[110], [30], [80]]);
  });

  it("relates lists on PostgreSQL to psql, to the naive way, and to each other", () => {
    const lists = figuresOf(postgresLists, [{ ...round, copy: 90, adapter: 100, whole: took(120) }]);
    expect(lists.get("postgres_list_x_copy")?.values).toEqual([0.75]);
    expect(lists.get("postgres_adapter_x_copy")?.values).toEqual([0.9]);
    const parts = { invites: took(50), responses: took(25), provider: took(10), customField: took(5) };
    const filters = figuresOf(filtersOnPostgres, [{ whole: took(100), ...parts }]);
    expect([...filters.values()].map(({ values }) => values)).toEqual([[2], [4], [0.1], [0.05]]);
    expect([...filters.keys()].every((key) => key.startsWith("postgres_"))).toBe(true);
  });

  it("relates averages and the widget's reviews to the whole list, with a target where that is long", () => {
    const round = { whole: took(100), average: took(1), combined: took(2), shown: took(4) };
    const found = [...figuresOf(aggregatesOnPostgres, [round]).values()];
    expect(found.map(({ values, target }) => [values, target])).toEqual(
      [0.01, 0.02, 0.04].map((one) => [[one], undefined]),
    );
    const long = aggregatesOnPostgres.figures([round], { sizes: sizesOf(200_000), limit: { ...nginx } });
    expect(long.map(({ target }) => target)).toEqual([1, 2, 3].map(() => ({ most: 0.05 })));
  });
});

describe("a process's memory", () => {
  it("is read from its status, in megabytes", () => {
    const status = "Name:\tnode\nVmPeak:\t 900000 kB\nVmHWM:\t  250000 kB\nVmRSS:\t  125000 kB\nThreads:\t11\n";
    expect(memoryIn(status)).toEqual({ now: 128, peak: 256 });
  });

  it("is unknown where the status does not tell", () => {
    expect(memoryIn("Name:\tnode\n")).toBeUndefined();
  });
});
