import { commentOf } from "../../apps/copy/dist/sql/extras.js";
import { allColumns } from "../../apps/copy/dist/shape/table.js";
import { tables } from "../../apps/copy/dist/shape/tables.js";
import { code, table } from "./tables.mjs";

/** Generates a section with the columns of each table of `repute copy`. */
export const copyTableParts = () => ({
  tables: tables
    .flatMap((one) => [listTable(one), ...one.children.map((child) => childTable(child, one))])
    .join("\n\n"),
});

const listTable = (one) =>
  section(
    one,
    one.name,
    `The table ${code(one.name)} has one row for each item in the list ${code(one.list)}.`,
    allColumns(one),
  );

/** Rows of the child tables that do not have one row for each element of an array. */
const rowsOf = { survey_answer_choices: "chosen option in an element" };

const childTable = ({ name, member, columns }, one) =>
  section(
    one,
    name,
    `Each item in the list ${code(one.list)} has an array ${code(member)}. The table ${code(name)} has one row for each ${rowsOf[name] ?? "element"} of this array.`,
    columns,
  );

const section = (one, name, text, columns) => [`### ${name}`, text, columnTable(one, name, columns)].join("\n\n");

const columnTable = (one, name, columns) =>
  table(
    ["Column", "Type", "Meaning"],
    columns.map((column) => [code(column.name), column.type, commentOf(one, name, column).replaceAll("|", "\\|")]),
  );
