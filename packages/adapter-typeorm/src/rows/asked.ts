import type { ColumnKind, Dialect } from "../dialect.js";

/**
 * A table `asked` with one row for each element of the JSON array bound at `placeholder`, and a column for each member.
 * What is looked up for each row belongs into a query of its own among the columns of the answer: as a join it would be
 * planned for a table as small as it was once, and read all of it each time in the unit of work that fills it.
 */
export function asked(dialect: Dialect, placeholder: string, members: Readonly<Record<string, ColumnKind>>): string {
  const columns = Object.entries(members).map(([name, kind], index) => `${dialect.member(index, kind)} AS ${name}`);
  return `(SELECT ${columns.join(", ")} FROM ${dialect.elements(placeholder)}) AS asked`;
}

/**
 * A statement that looks something up for each row of `asked`, and answers only those rows for which this column has a
 * value. Most rows of a file find nothing; answers that say so would take longer to send and read than the look-up.
 */
export const found = (column: string, lookedUp: string): string =>
  `WITH found AS MATERIALIZED (${lookedUp}) SELECT * FROM found WHERE ${column} IS NOT NULL`;

/** Whether first names agree: one begins with the other. */
export const firstNamesAgree = `(substr(first_name, 1, length(asked.first)) = asked.first
  OR substr(asked.first, 1, length(first_name)) = first_name)`;
