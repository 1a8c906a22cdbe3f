import { commentOf } from "../../apps/copy/dist/sql/extras.js";
import { tables } from "../../apps/copy/dist/shape/tables.js";
import { code, codes, table } from "./tables.mjs";

/** Lists whose fields the reference of lists does not describe. */
const feedOnly = ["campaign-catalog", "spends", "appointments", "account"];

/** Generates the columns of the tables of `repute copy`, without the columns that all tables have. */
export const parts = () => ({
  lists: sections(tables.filter(({ list }) => !feedOnly.includes(list)).map((one) => [one.name, columnsByType(one)])),
  feed: sections(
    tables
      .filter(({ list }) => feedOnly.includes(list))
      .map((one) => [one.name, columnTable(one, one.name, one.columns)]),
  ),
  nested: sections(
    tables.flatMap((one) =>
      one.children.map(({ name, columns }) => [name, columnTable(one, name, columns.slice(keyColumns))]),
    ),
  ),
});

/** Number of columns in the primary key of a nested table. */
const keyColumns = 2;

/** Lists the columns by type. Their names show the fields that they contain. */
function columnsByType({ columns }) {
  const types = [...new Set(columns.map(({ type }) => type))];
  const named = (type) => codes(columns.filter((column) => column.type === type).map(({ name }) => name));
  return table(
    ["Type", "Columns"],
    types.map((type) => [type, named(type)]),
  );
}

const columnTable = (one, name, columns) =>
  table(
    ["Column", "Type", "Meaning"],
    columns.map((column) => [
      code(column.name),
      column.type,
      column.derived ? "" : commentOf(one, name, column).replaceAll("|", "\\|"),
    ]),
  );

/** Builds a section for each table. Tables with the same columns share a section. */
function sections(all) {
  const names = new Map();
  for (const [name, text] of all) names.set(text, [...(names.get(text) ?? []), name]);
  return [...names].map(([text, some]) => `### ${some.join(", ")}\n\n${text}`).join("\n\n");
}
