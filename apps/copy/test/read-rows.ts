import { allColumns, type Column } from "../src/shape/table.js";
import { tables } from "../src/shape/tables.js";
import { layoutsOf, tableOf } from "../src/sql/layout.js";
import type { ReadRow } from "./target.contract.js";

const columnsByTable = new Map<string, readonly Column[]>(
  tables.flatMap(layoutsOf).map(({ name, columns }): [string, readonly Column[]] => [name, columns]),
);

/** Normalizes rows from a database driver for the contract tests. */
export const readRows = (table: string, rows: readonly ReadRow[]): readonly ReadRow[] => {
  const types = new Map(
    (columnsByTable.get(table) ?? allColumns(tableOf(table))).map(({ name, type }) => [name, type]),
  );
  return rows
    .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value, types.get(name))])))
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
};

const keyOf = (row: ReadRow) => `${String(row["_id"])}\0${String(row["_index"]).padStart(9, "0")}`;

function plain(value: unknown, type: Column["type"] | undefined): unknown {
  if (value === null || value === undefined) return null;
  if (type === "boolean") return [true, 1, 1n, "t"].includes(value as boolean);
  if (type === "json") return typeof value === "string" ? JSON.parse(value) : value;
  return typeof value === "bigint" || ["integer", "number", "money"].includes(type ?? "")
    ? Number(value)
    : timeless(value, type);
}

/** Removes the time zone from a timestamp such as `2026-03-05 15:00:00+00`. */
function timeless(value: unknown, type: Column["type"] | undefined): unknown {
  if (type === "date" && value instanceof Date) return value.toISOString().slice(0, 10);
  if (type !== "timestamp" && type !== "local") return value;
  const text = value instanceof Date ? value.toISOString().replace("T", " ") : String(value);
  return text
    .replace(/(?:Z|\+00(?::00)?)$/, "")
    .replace(/\.000$/, "")
    .replace(/(\.\d\d)$/, "$10");
}
