import { describe, expect, it } from "@jest/globals";
import { figuresOf, rows, rowsNamed } from "./measure.js";
import { sizesOf } from "./plan.js";
import { postgres, type Row, sqlite, x } from "./row.js";
import { memoryIn } from "./rows/server-rows.js";

const about = { sizes: sizesOf(20_000), limit: "nginx" } as const;
const headingsOf = (limit: "nginx" | "Node's http", count = 20_000) =>
  rows.flatMap(({ row, engine }) => {
    const headings = row.headings({ sizes: sizesOf(count), limit, engine });
    return Object.entries(headings).map(([key, heading]) => ({ ...heading, key: engine.keys + key }));
  });
const targetOf = (key: string, ...args: Parameters<typeof headingsOf>) =>
  headingsOf(...args).find((heading) => heading.key === key)?.target;

describe("rows", () => {
  it("have unique keys", () => {
    const keys = headingsOf("nginx").map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("have lower targets for Node's http and PostgreSQL, and no target for averages of short lists", () => {
    expect(targetOf("list_x_limit", "nginx")).toEqual({ min: 0.3 });
    expect(targetOf("list_x_limit", "Node's http")).toEqual({ min: 0.37 });
    expect(targetOf("postgres_list_x_naive", "nginx")).toEqual({ min: 20 });
    expect(targetOf("average", "nginx")).toBeUndefined();
    expect(targetOf("average", "nginx", 200_000)).toEqual({ max: 0.05 });
  });

  it("collect the values of all rounds, prefix them with the engine, and omit values that were not measured", () => {
    const row: Row<"measured" | "unmeasured"> = {
      title: "a row",
      headings: () => ({ measured: x("a label", { min: 1 }), unmeasured: x("another") }),
      measure: () => Promise.reject(new Error("is not measured here")),
    };
    const found = [2, 3].map((measured) => ({ measured, unmeasured: undefined }));
    const figure = { unit: "x", target: { min: 1 }, values: [2, 3] };
    expect(figuresOf({ engine: sqlite, row, title: "" }, about, found)).toEqual([
      { ...figure, key: "measured", label: "a label" },
    ]);
    expect(figuresOf({ engine: postgres, row, title: "" }, about, found)).toEqual([
      { ...figure, key: "postgres_measured", label: "PostgreSQL: a label" },
    ]);
    expect(figuresOf({ engine: sqlite, row, title: "" }, about, [])).toEqual([]);
  });

  it("are found by words in their title", () => {
    expect(rowsNamed("import").map(({ title }) => title)).toEqual(["an import", "PostgreSQL: an import"]);
    expect(rowsNamed()).toEqual(rows);
  });
});

describe("a process's memory", () => {
  it("is parsed from its status in megabytes", () => {
    const status = "Name:\tnode\nVmPeak:\t 900000 kB\nVmHWM:\t  250000 kB\nVmRSS:\t  125000 kB\nThreads:\t11\n";
    expect(memoryIn(status)).toEqual({ now: 128, peak: 256 });
  });

  it("is undefined if the status has no values", () => {
    expect(memoryIn("Name:\tnode\n")).toBeUndefined();
  });
});
