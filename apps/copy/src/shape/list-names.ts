import { tables, unknownTable } from "./tables.js";

const known = new Set(tables.map(({ list }) => list));
const reserved = new Set(tables.flatMap(({ name, children }) => [name, ...children.map((child) => child.name)]));

/**
 * Whether a list may have a table: a list that this version knows, or one of a newer server whose name gives a table name of
 * its own. Table names that begin with an underscore belong to the copy.
 */
export const isListName = (list: string): boolean =>
  known.has(list) || (/^[a-z][A-Za-z0-9/-]{0,39}$/.test(list) && !reserved.has(unknownTable(list).name));
