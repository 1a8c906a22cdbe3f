import { crc32 } from "node:zlib";
import type { Column, Table } from "../shape/table.js";
import { allColumns } from "../shape/table.js";
import { tables, unknownTable } from "../shape/tables.js";

/** A table as a database has it: its key is the first `keys` columns. */
export type Layout = { readonly name: string; readonly columns: readonly Column[]; readonly keys: number };

/** The tables of a list, its own first. */
export const layoutsOf = (table: Table): readonly Layout[] => [
  { name: table.name, columns: allColumns(table), keys: 1 },
  ...table.children.map(({ name, columns }) => ({ name, columns, keys: 2 })),
];

const byList = new Map(tables.map((table) => [table.list, table]));

/** The table of a list, whichever it is. */
export function tableOf(list: string): Table {
  let table = byList.get(list);
  if (!table) byList.set(list, (table = unknownTable(list)));
  return table;
}

/** Every table that this copier knows for the lists, or for all. */
export const knownTables = (lists: readonly string[] | undefined): readonly Table[] =>
  lists === undefined ? tables : lists.map(tableOf);

const shape = tables.map(({ children, ...table }) => ({
  ...table,
  children: children.map(({ name, columns }) => ({ name, columns })),
}));

/** Tells shapes apart: a copy of another one is made anew. */
export const shapeVersion: string = crc32(JSON.stringify(shape)).toString(16);
