import { schemas } from "../src/rows/schemas.js";

/** Tables whose rows never become objects. */
export const tablesWithoutSchema: readonly string[] = ["feed", "feed_fields"];

const ofSchemas = schemas.flatMap(({ options: { tableName = "", columns } }) =>
  "accountId" in columns && columns["accountId"]?.primary ? [tableName] : [],
);

/** The names of accounts' own tables, sorted. */
export const ownTables: readonly string[] = [...ofSchemas, ...tablesWithoutSchema].sort();
