import { allColumns } from "../../apps/copy/dist/shape/table.js";
import { tables } from "../../apps/copy/dist/shape/tables.js";
import { code, table } from "./tables.mjs";

/** The tables of `repute copy` with their columns. */
export const copyTableParts = () => ({
  tables: tables.flatMap((one) => [listTable(one), ...one.children.map(childTable)]).join("\n\n"),
});

const listTable = (one) =>
  [`### ${one.name}`, `One row for each item of the list ${code(one.list)}.`, columnTable(allColumns(one))].join(
    "\n\n",
  );

const childTable = ({ name, member, columns }) =>
  [`### ${name}`, `One row for each element of ${code(member)} in the table above.`, columnTable(columns)].join("\n\n");

const columnTable = (columns) =>
  table(
    ["Column", "Type", "Read from"],
    columns.map(({ name, type, member, derived }) => [code(name), type, derived ? code(member) : ""]),
  );
