import { invalid } from "../../foundation/kernel/domain-error.js";
import type { ImportConnection } from "./import-connection.js";
import { fieldName, type FileLayout, type ImportField } from "./source-system.js";

/** Column that a connection needs and that a table does not have. */
type Gap = {
  /** The table needs a column for at least one of these fields. */
  readonly fields: readonly ImportField[];
  /** Consequence of the missing column. */
  readonly effect: string;
  /** True if the file cannot be imported without the column. */
  readonly isStopping: boolean;
};

/** Returns the columns that a table lacks. Other formats have no columns. */
function gapsOf({ columns }: FileLayout, connection: ImportConnection): readonly Gap[] {
  if (!columns) return [];
  const { sendsInvites, requireProvider } = connection;
  const gaps: readonly (Gap | false)[] = [
    sendsInvites && { fields: contactFields, effect: "no patient can be invited", isStopping: true },
    requireProvider && { fields: ["provider"], effect: "every row lacks its provider", isStopping: true },
    { fields: ["status"], effect: "canceled appointments count as visits", isStopping: false },
    { fields: ["patientId"], effect: "patients are recognized only by phone, email or name", isStopping: false },
  ];
  const isFilled = (field: ImportField) =>
    connection.columns[field] === null || columns.some((column) => column.field === field);
  return gaps.filter((gap) => gap !== false).filter(({ fields }) => !fields.some(isFilled));
}

const contactFields: readonly ImportField[] = ["mobilePhone", "homePhone", "workPhone", "email"];

/** Returns a message about each column that a table lacks, with the key to add to the connection. */
export const columnWarnings = (layout: FileLayout, connection: ImportConnection): readonly string[] =>
  gapsOf(layout, connection).map((gap) => messageOf(gap, layout));

/** Throws `columns_missing` if a table lacks a column without which its import would be useless. */
export function refuseMissingColumns(layout: FileLayout, connection: ImportConnection): void {
  const gap = gapsOf(layout, connection).find(({ isStopping }) => isStopping);
  if (gap) throw invalid("columns_missing", messageOf(gap, layout));
}

function messageOf({ fields, effect }: Gap, { unread = [] }: FileLayout): string {
  const [first = "email"] = fields;
  const names = fields.map(fieldName);
  const likely = unread.find(({ meant }) => meant !== undefined && fields.includes(meant));
  const own = columnsKey([[likely?.meant ?? first, likely?.heading ?? "<heading>"]]);
  return `the table has no column for ${names.join(", ")}, so ${effect}; add ${own} to the connection, or ${columnsKey([[first, null]])} if there is none`;
}

/** Formats the key of a connection that names the headings of fields. */
const columnsKey = (headings: readonly (readonly [ImportField, string | null])[]): string =>
  `"columns": ${JSON.stringify(Object.fromEntries(headings.map(([field, heading]) => [fieldName(field), heading])))}`;

/** Returns the keys to add to a connection so that it reads similar headings, or an empty array if there are none. */
export function columnKeys({ unread = [] }: FileLayout): readonly string[] {
  const similar = unread.flatMap(({ heading, meant }) => (meant === undefined ? [] : [[meant, heading] as const]));
  return similar.length === 0 ? [] : [columnsKey(similar)];
}
