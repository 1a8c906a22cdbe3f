import { crc32 } from "node:zlib";
import { allColumns, type Column, type Table } from "../shape/table.js";
import { tables, unknownTable } from "../shape/tables.js";

/** Table as created in the database. The first `keys` columns are the primary key. */
export type Layout = { readonly name: string; readonly columns: readonly Column[]; readonly keys: number };

/** Returns a list's table, followed by its child tables. */
export const layoutsOf = (table: Table): readonly Layout[] => [
  { name: table.name, columns: allColumns(table), keys: 1 },
  ...table.children.map(({ name, columns }) => ({ name, columns, keys: 2 })),
];

const byList = new Map(tables.map((table) => [table.list, table]));

/** Returns the table of a list. Lists that this version does not know get a table with the column `_extra` only. */
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

/** Fingerprint of all table definitions. A copy with another fingerprint is rebuilt. */
export const shapeVersion: string = crc32(JSON.stringify(shape)).toString(16);
