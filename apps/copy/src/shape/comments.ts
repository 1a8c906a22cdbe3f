import { descriptions } from "./descriptions.js";
import type { Column, Table } from "./table.js";

/** Descriptions of the columns that every table of a copy has. */
const ofCopy: Readonly<Record<string, string>> = {
  _id: "Id of the row in the change feed.",
  _changed_at: "Time when the row last changed.",
  _checksum: "CRC-32 of the row, calculated as in GET /v2/checksums.",
  _index: "Position of the element in the nested array, from 0.",
  _extra: "Fields that have no column, and values that do not fit into their column.",
};

const conversions: Readonly<Partial<Record<Column["type"], string>>> = {
  date: "as a date",
  local: "as a local time without a time zone",
  money: "as an exact number",
  timestamp: "as a time in UTC",
};

/** Returns the description of a column of a table or child table. Empty if the column has no description. */
export function commentOf({ list, name: own }: Pick<Table, "list" | "name">, table: string, column: Column): string {
  const { name, member, type, derived } = column;
  const added = ofCopy[name];
  if (added !== undefined) return added;
  if (derived) return `The value of ${member} ${conversions[type] ?? ""}. Empty if the value cannot be converted.`;
  return descriptions[table === own ? list : table]?.[member] ?? "";
}
