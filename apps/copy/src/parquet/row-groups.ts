import type { Column } from "../shape/table.js";

type Row = Readonly<Record<string, unknown>>;

/** Maximum number of rows in a Parquet row group. */
export const maxRows = 50_000;

/** Maximum size of a Parquet row group in memory, in bytes. */
const maxWeight = 33_554_432;

const cellWeight = 16;
const textWeight = 2;
/** Bytes of memory per character of JSON. Parsed values take more memory than their JSON. */
const jsonWeight = 8;

/** Splits rows into Parquet row groups of limited size, in order. The writer keeps a whole row group in memory. */
export function* rowGroups(columns: readonly Column[], rows: Iterable<Row>): Generator<readonly Row[]> {
  let group: Row[] = [];
  let weight = 0;
  for (const row of rows) {
    const more = weightOf(columns, row);
    if (group.length > 0 && (group.length === maxRows || weight + more > maxWeight)) {
      yield group;
      [group, weight] = [[], 0];
    }
    group.push(row);
    weight += more;
  }
  if (group.length > 0) yield group;
}

function weightOf(columns: readonly Column[], row: Row): number {
  let weight = columns.length * cellWeight;
  for (const { name, type } of columns) {
    const value = row[name];
    if (typeof value === "string") weight += value.length * (type === "json" ? jsonWeight : textWeight);
  }
  return weight;
}
