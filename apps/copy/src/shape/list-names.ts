import { tables, unknownTable } from "./tables.js";

const known = new Set(tables.map(({ list }) => list));
const reserved = new Set(tables.flatMap(({ name, children }) => [name, ...children.map((child) => child.name)]));

/** Maximum length of a table name. PostgreSQL cuts names at 63 bytes, and a name may get a prefix. */
const maxName = 50;

/** Beginnings of names that belong to databases. PostgreSQL finds `pg_authid` in its catalog before any other schema. */
const ofDatabases = /^(?:pg|sqlite|duckdb|pragma)_/;

/**
 * Whether a list may have a table: a list that this version knows, or one of a newer server whose name gives a table name of
 * its own. Table names that begin with an underscore belong to the copy.
 */
export function isListName(list: string): boolean {
  if (known.has(list)) return true;
  if (!/^[a-z][A-Za-z0-9/-]{0,39}$/.test(list)) return false;
  const { name } = unknownTable(list);
  return name.length <= maxName && !reserved.has(name) && !ofDatabases.test(name);
}
