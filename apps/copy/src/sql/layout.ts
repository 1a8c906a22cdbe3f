import { crc32 } from "node:zlib";
import type { Column, Table } from "../shape/table.js";
import { allColumns } from "../shape/table.js";
import { tables, unknownTable } from "../shape/tables.js";

/** A table as created in the database. The key is the first `keys` columns. */
export type Layout = { readonly name: string; readonly columns: readonly Column[]; readonly keys: number };

/** Returns the tables of a list, with the child tables last. */
export const layoutsOf = (table: Table): readonly Layout[] => [
  { name: table.name, columns: allColumns(table), keys: 1 },
  ...table.children.map(({ name, columns }) => ({ name, columns, keys: 2 })),
];

const byList = new Map(tables.map((table) => [table.list, table]));

/** Returns the table of a list, whether the list is known or not. */
export function tableOf(list: string): Table {
  let table = byList.get(list);
  if (!table) byList.set(list, (table = unknownTable(list)));
  return table;
}

/** Returns the tables of the given lists, or of all known lists. */
export const knownTables = (lists: readonly string[] | undefined): readonly Table[] =>
  lists === undefined ? tables : lists.map(tableOf);

const shape = tables.map(({ children, ...table }) => ({
  ...table,
  children: children.map(({ name, columns }) => ({ name, columns })),
}));

/** Identifies the shape of the tables. A copy with another shape version is rebuilt. */
export const shapeVersion: string = crc32(JSON.stringify(shape)).toString(16);
