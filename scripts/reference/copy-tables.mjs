import { allColumns } from "../../apps/copy/dist/shape/table.js";
import { tables } from "../../apps/copy/dist/shape/tables.js";
import { code, table } from "./tables.mjs";

/** Generates a section with the columns of each table of `repute copy`. */
export const copyTableParts = () => ({
  tables: tables
    .flatMap((one) => [listTable(one), ...one.children.map((child) => childTable(child, one.list))])
    .join("\n\n"),
});

const listTable = (one) =>
  section(
    one.name,
    `The table ${code(one.name)} has one row for each item in the list ${code(one.list)}.`,
    allColumns(one),
  );

const childTable = ({ name, member, columns }, list) =>
  section(
    name,
    `Each item in the list ${code(list)} has an array ${code(member)}. The table ${code(name)} has one row for each element of this array.`,
    columns,
  );

const section = (name, text, columns) => [`### ${name}`, text, columnTable(columns)].join("\n\n");

const columnTable = (columns) =>
  table(
    ["Column", "Type", "Converted from"],
    columns.map(({ name, type, member, derived }) => [code(name), type, derived ? code(member) : ""]),
  );
