import { alignedText, shown } from "../results/table.js";
import { count } from "../row.js";
import type { GrownCost } from "./growth.js";
import { judge } from "./judge.js";
import { costLines, resolutions } from "./lines.js";

/** A cost with its line of the table and its growth. */
export type JudgedCost = ReturnType<typeof judgeCost>;

export function judgeCost(grown: GrownCost) {
  const line = costLines[grown.key];
  return { ...grown, ...line, ...judge(grown.costs, line.expected, resolutions[line.unit]) };
}

/** Formats a table of the costs of each size. Marks costs that grow faster than expected. */
export const growthTable = (sizes: readonly number[], costs: readonly JudgedCost[]): string =>
  alignedText([
    ["cost", ...sizes.map((rows) => `${count(rows)} rows`), "growth", "expected", ""],
    ...costs.map(({ engine, label, unit, costs: each, factor, expected, isExpected }) => [
      engine === "SQLite" ? label : `${engine}: ${label}`,
      ...each.map((cost) => `${shown(cost)} ${unit}`),
      `${shown(factor)} x`,
      expected,
      isExpected ? "" : `NOT ${expected.toUpperCase()}`,
    ]),
  ]);
