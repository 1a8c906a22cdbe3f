import type { ColumnKind, Dialect } from "../engine/dialect.js";

/**
 * Returns a table expression `asked` with one row per element of the JSON array bound at `placeholder`, and one column
 * per member. Write each lookup as a subquery in the result columns. A join would be planned while the table is small,
 * and would then read the full table in each statement of a bulk write.
 */
export function asked(dialect: Dialect, placeholder: string, members: Readonly<Record<string, ColumnKind>>): string {
  const columns = Object.entries(members).map(([name, kind], index) => `${dialect.member(index, kind)} AS ${name}`);
  return `(SELECT ${columns.join(", ")} FROM ${dialect.elements(placeholder)}) AS asked`;
}

/**
 * Returns a statement that returns only the rows of `asked` for which `column` has a value. Most rows of a file have no
 * match, and returning them would take longer than the lookup.
 */
export const found = (column: string, lookedUp: string): string =>
  `WITH found AS MATERIALIZED (${lookedUp}) SELECT * FROM found WHERE ${column} IS NOT NULL`;

/** Condition that one first name is a prefix of the other. */
export const firstNamesAgree = `(substr(first_name, 1, length(asked.first)) = asked.first
  OR substr(asked.first, 1, length(first_name)) = first_name)`;
