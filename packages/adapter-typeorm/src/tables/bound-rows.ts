import { setImmediate } from "node:timers/promises";
import type { ColumnKind, Dialect } from "../engine.js";

/**
 * Returns a subquery with one row per element of the JSON array bound at `placeholder`.
 * Each element is an array, whose members become columns.
 */
export function boundRows(
  dialect: Dialect,
  placeholder: string,
  members: Readonly<Record<string, ColumnKind>>,
): string {
  const columns = Object.entries(members).map(([name, kind], index) => `${dialect.member(index, kind)} AS ${name}`);
  return `(SELECT ${columns.join(", ")} FROM ${dialect.elements(placeholder)}${dialect.unmerged})`;
}

/**
 * Returns a condition that a row of `table` meets `condition` and has one of the bound combinations of keys.
 * Looks up each combination in an index.
 */
export const isAmong = (
  dialect: Dialect,
  { table, condition, keys }: { table: string; condition: string; keys: Readonly<Record<string, ColumnKind>> },
  placeholder: string,
): string =>
  dialect.among({ table, condition, names: Object.keys(keys), bound: boundRows(dialect, placeholder, keys) });

/**
 * Returns a table expression `lookup` with the rows of {@link boundRows}.
 * Statements should look up values with subqueries in the result columns instead of joins.
 * PostgreSQL would plan a join while the table is small.
 * That join would later read the whole table for each statement of a bulk write.
 */
export const lookupTable = (...rows: Parameters<typeof boundRows>): string => `${boundRows(...rows)} AS lookup`;

/**
 * Wraps a lookup so that it returns only rows in which `column` is not null.
 * Most rows of an import file have no match, and returning them would take longer than the lookup.
 */
export const found = (column: string, lookedUp: string): string =>
  `WITH found AS MATERIALIZED (${lookedUp}) SELECT * FROM found WHERE ${column} IS NOT NULL`;

/** SQL condition that one of two first names is a prefix of the other. */
export const firstNamesAgree = `(substr(first_name, 1, length(lookup.first)) = lookup.first
  OR substr(lookup.first, 1, length(first_name)) = first_name)`;

/**
 * Splits `items` into slices for one statement each.
 * Each slice is limited in its number of items and in its total size. `sizeOf` returns the size of an item.
 */
export function* slices<T>(
  items: readonly T[],
  sizeOf: (item: T) => number,
  max = maxItems,
): Generator<readonly T[], void> {
  let slice: T[] = [];
  let size = 0;
  for (const item of items) {
    slice.push(item);
    size += sizeOf(item);
    if (slice.length < max && size < maxSliceSize) continue;
    yield slice;
    slice = [];
    size = 0;
  }
  if (slice.length > 0) yield slice;
}

/** Default maximum number of items per slice. Small slices keep other requests from waiting. */
const maxItems = 100;

/** Maximum number of new rows per slice. New rows are stored close together, so inserting them is fast. */
export const maxAdded = 500;

const maxSliceSize = 1_000_000;

/** Number of items after which other requests run. */
const itemsPerTurn = 20;

let itemsOfTurn = 0;

/**
 * Lets other requests run once the statements of this process have handled enough items. Smaller statements wait for
 * nothing, because each turn of the event loop is a further round trip to a database server.
 */
export async function turnAfter(items: number): Promise<void> {
  itemsOfTurn += items;
  if (itemsOfTurn < itemsPerTurn) return;
  itemsOfTurn = 0;
  await setImmediate();
}

/** Removes duplicate items. If several items have the same key, keeps the last item. */
export const lastOfEach = <T>(items: readonly T[], keyOf: (item: T) => string): T[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
];
