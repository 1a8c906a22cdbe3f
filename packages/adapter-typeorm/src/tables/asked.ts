import type { ColumnKind, Dialect } from "../engine/dialect.js";

/**
 * Returns a table expression `asked` with one row per element of the JSON array bound at `placeholder`.
 * Each element is an array, whose members become columns.
 * Statements should look up values with subqueries in the result columns instead of joins.
 * PostgreSQL would plan a join while the table is small.
 * That join would later read the whole table for each statement of a bulk write.
 */
export function asked(dialect: Dialect, placeholder: string, members: Readonly<Record<string, ColumnKind>>): string {
  const columns = Object.entries(members).map(([name, kind], index) => `${dialect.member(index, kind)} AS ${name}`);
  return `(SELECT ${columns.join(", ")} FROM ${dialect.elements(placeholder)}) AS asked`;
}

/**
 * Wraps a lookup so that it returns only rows in which `column` is not null.
 * Most rows of an import file have no match, and returning them would take longer than the lookup.
 */
export const found = (column: string, lookedUp: string): string =>
  `WITH found AS MATERIALIZED (${lookedUp}) SELECT * FROM found WHERE ${column} IS NOT NULL`;

/** SQL condition that one of two first names is a prefix of the other. */
export const firstNamesAgree = `(substr(first_name, 1, length(asked.first)) = asked.first
  OR substr(asked.first, 1, length(first_name)) = first_name)`;
