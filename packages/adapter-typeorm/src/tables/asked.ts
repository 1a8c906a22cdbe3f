import type { ColumnKind, Dialect } from "../engine/dialect.js";

/**
 * Returns a table expression `asked` with one row per element of the JSON array bound at `placeholder`. Each member of
 * an element becomes a column. Statements should look up values with subqueries in the result columns. PostgreSQL would
 * plan a join while the table is small. During a bulk write, the join would then read the whole table for each
 * statement.
 */
export function asked(dialect: Dialect, placeholder: string, members: Readonly<Record<string, ColumnKind>>): string {
  const columns = Object.entries(members).map(([name, kind], index) => `${dialect.member(index, kind)} AS ${name}`);
  return `(SELECT ${columns.join(", ")} FROM ${dialect.elements(placeholder)}) AS asked`;
}

/**
 * Returns a statement that selects only the rows of a lookup in which `column` is not null. Most rows of a file have no
 * match, and returning them would take longer than the lookup.
 */
export const found = (column: string, lookedUp: string): string =>
  `WITH found AS MATERIALIZED (${lookedUp}) SELECT * FROM found WHERE ${column} IS NOT NULL`;

/** SQL condition that one of two first names is a prefix of the other. */
export const firstNamesAgree = `(substr(first_name, 1, length(asked.first)) = asked.first
  OR substr(asked.first, 1, length(first_name)) = first_name)`;
