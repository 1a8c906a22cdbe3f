import type { Dialect } from "../engine/dialect.js";

/** SQL dialect of SQLite. Tables are strict, so that SQLite rejects values of the wrong type. */
export const sqliteDialect: Dialect = {
  types: { integer: "INTEGER", real: "REAL", text: "TEXT", flag: "INTEGER", bytes: "BLOB" },
  clustered: " WITHOUT ROWID, STRICT",
  forbidChanges: (table) =>
    ["UPDATE", "DELETE"].map(
      (change) => `CREATE TRIGGER ${table}_refuses_${change.toLowerCase()} BEFORE ${change} ON ${table}
        BEGIN SELECT RAISE(ABORT, 'rows of ${table} are never changed'); END`,
    ),
  counting: (table, column) => [
    `CREATE TRIGGER ${table}_refuses_delete BEFORE DELETE ON ${table}
      BEGIN SELECT RAISE(ABORT, 'rows of ${table} are never removed'); END`,
    `CREATE TRIGGER ${table}_refuses_decrease BEFORE UPDATE ON ${table} WHEN NEW.${column} <= OLD.${column}
      BEGIN SELECT RAISE(ABORT, 'counts in ${table} only grow'); END`,
  ],
  allowDeletes: () =>
    ["audit", "audit_failures"].flatMap((table) => [
      `DROP TRIGGER ${table}_refuses_delete`,
      `CREATE TRIGGER ${table}_refuses_delete BEFORE DELETE ON ${table}
        WHEN OLD.${table === "audit" ? "at" : "last_at"} >=
          coalesce((SELECT before FROM audit_retention WHERE account_id = OLD.account_id), -1)
        BEGIN SELECT RAISE(ABORT, 'rows of ${table} are never ${table === "audit" ? "changed" : "removed"}'); END`,
    ]),
  keeping: () =>
    ["audit", "audit_failures"].flatMap((table) => [
      `DROP TRIGGER ${table}_refuses_delete`,
      `CREATE TRIGGER ${table}_refuses_delete BEFORE DELETE ON ${table}
        BEGIN SELECT RAISE(ABORT, 'rows of ${table} are never ${table === "audit" ? "changed" : "removed"}'); END`,
    ]),
  forget: ({ table, time, key }) =>
    `DELETE FROM ${table} WHERE account_id = $1 AND (${key}) IN
      (SELECT ${key} FROM ${table} WHERE account_id = $1 AND ${time} < $2 LIMIT $3) RETURNING 1`,
  plain: " STRICT",
  // SQLite needs no row lock, because only one unit of work writes at a time.
  held: "",
  elements: (placeholder) => `json_each(${placeholder})`,
  member: (index) => `value ->> ${index}`,
  oneOf: (column, _, placeholder) => `${column} IN (SELECT value FROM json_each(${placeholder}))`,
  rowsWith: ({ table, selection, condition, column }, placeholder) =>
    `SELECT ${selection} FROM ${table} WHERE ${condition} AND ${column} IN (SELECT value FROM json_each(${placeholder}))`,
  list: (values) => JSON.stringify(values),
  joined(expression, rows, joining) {
    const [way, separator] = joining === "newest" ? ["DESC", "','"] : ["ASC", "char(10)"];
    return `SELECT CAST(group_concat(one, ${separator}) AS BLOB) AS joined FROM
      (SELECT ${expression} AS one FROM ${rows} ORDER BY at ${way}, kind ${way}, id ${way})`;
  },
  jsonBytes: (piece) => ("literal" in piece ? `'${piece.literal}'` : piece.text),
  rowOrigin: "''",
  isoInstant: (column) => `strftime('%Y-%m-%dT%H:%M:%S+00:00', ${column} / 1000, 'unixepoch')`,
};
