import type { Column } from "../shape/table.js";
import type { Row } from "./engine.js";

const slice = 2_000;

/** Serializes rows as JSON arrays of objects keyed by column name, with 2,000 rows per array. */
export function* jsonRows(columns: readonly Column[], rows: readonly Row[]): Generator<string> {
  const names = columns.map(({ name }) => JSON.stringify(name));
  for (let start = 0; start < rows.length; start += slice) {
    const objects = rows.slice(start, start + slice).map((row) => `{${row.map(member(names)).join(",")}}`);
    yield `[${objects.join(",")}]`;
  }
}

const member = (names: readonly string[]) => (value: unknown, place: number) =>
  `${names[place] ?? ""}:${JSON.stringify(value)}`;
