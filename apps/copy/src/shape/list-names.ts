import { tables, unknownTable } from "./tables.js";

const known = new Set(tables.map(({ list }) => list));
const reserved = new Set(tables.flatMap(({ name, children }) => [name, ...children.map((child) => child.name)]));

/** Maximum length of a table name. PostgreSQL truncates names at 63 bytes, and the copy may add a prefix. */
const maxName = 50;

/** Name prefixes that databases reserve. For example, PostgreSQL reads `pg_authid` as the name of a system table. */
const ofDatabases = /^(?:pg|sqlite|duckdb|pragma)_/;

/**
 * Returns true if a table may be created for a list.
 * Accepts known lists, and lists of newer servers if their table names are valid and unused.
 * Table names that start with an underscore are reserved for the copy.
 */
export function isListName(list: string): boolean {
  if (known.has(list)) return true;
  if (!/^[a-z][A-Za-z0-9/-]{0,39}$/.test(list)) return false;
  const { name } = unknownTable(list);
  return name.length <= maxName && !reserved.has(name) && !ofDatabases.test(name);
}
