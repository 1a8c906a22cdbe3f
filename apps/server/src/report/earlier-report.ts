import { createHash } from "node:crypto";
import { countText } from "../table.js";
import { countedText } from "./counted-text.js";
import type { ReportGroup } from "./report-group.js";
import { taskTones } from "./task.js";

/** Rows of an earlier report about the same kind of file. `name` is its name in sentences, such as `import 10`. */
export type EarlierReport<Row> = { readonly name: string; readonly isKnown: (row: Row) => boolean };

/** Maximum number of rows that are compared. Reports with more rows are not compared, to limit the memory. */
const maxRows = 300_000;

/** Reads the rows of an earlier report. Returns `undefined` if the report has too many rows to compare. */
export async function earlierReport<Row>(
  name: string,
  pages: AsyncIterable<readonly Row[]>,
  keysOf: (row: Row) => readonly string[],
): Promise<EarlierReport<Row> | undefined> {
  const known = new Set<string>();
  for await (const rows of pages) {
    for (const row of rows) known.add(hashOf(keysOf(row)));
    if (known.size > maxRows) return undefined;
  }
  return { name, isKnown: (row) => known.has(hashOf(keysOf(row))) };
}

const hashOf = (keys: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(keys)).digest("base64").slice(0, 16);

/**
 * Returns how many findings that need action are new since the earlier report. Returns an empty array if there is no
 * earlier report or no such finding.
 */
export function newFindingsSum(groups: readonly ReportGroup[], name: string | undefined): readonly string[] {
  const open = groups.filter(({ tone }) => tone !== taskTones.nothing);
  const findings = open.reduce((sum, { count }) => sum + count, 0);
  if (name === undefined || findings === 0) return [];
  const fresh = open.reduce((sum, group) => sum + (group.fresh ?? 0), 0);
  const known = findings - fresh;
  return [
    `${countedText(findings, "finding")} to correct or check = ${countText(fresh)} new + ${countText(known)} also in ${name}.`,
  ];
}
