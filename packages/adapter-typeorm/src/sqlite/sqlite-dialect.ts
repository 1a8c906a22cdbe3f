import type { Dialect } from "../engine.js";

/** SQL expression for the time before which audit rows may be deleted. By default, no row may be deleted. */
const forgettable = "coalesce((SELECT before FROM audit_retention WHERE account_id = OLD.account_id), -1)";

/** SQL dialect of SQLite. Tables are strict, so that SQLite rejects values of the wrong type. */
export const sqliteDialect: Dialect = {
  types: { integer: "INTEGER", real: "REAL", text: "TEXT", flag: "INTEGER", bytes: "BLOB" },
  clustered: " WITHOUT ROWID, STRICT",
  // On SQLite, these tables have foreign keys, because checking them costs almost nothing.
  importKeys: (...keys) => keys.map((key) => `, ${key}`).join("\n    "),
  uncompressed: () => [],
  protectAudit: [
    `CREATE TRIGGER audit_refuses_update BEFORE UPDATE ON audit
      BEGIN SELECT RAISE(ABORT, 'rows of audit are never changed'); END`,
    `CREATE TRIGGER audit_refuses_delete BEFORE DELETE ON audit
      WHEN OLD.at >= ${forgettable}
      BEGIN SELECT RAISE(ABORT, 'rows of audit are never changed'); END`,
    `CREATE TRIGGER audit_failures_refuses_decrease BEFORE UPDATE ON audit_failures WHEN NEW.failures <= OLD.failures
      BEGIN SELECT RAISE(ABORT, 'counts in audit_failures only grow'); END`,
    `CREATE TRIGGER audit_failures_refuses_delete BEFORE DELETE ON audit_failures
      WHEN OLD.last_at >= ${forgettable}
      BEGIN SELECT RAISE(ABORT, 'rows of audit_failures are never removed'); END`,
  ],
  hasAuditRetention: true,
  forget: ({ table, time, key }) =>
    `DELETE FROM ${table} WHERE account_id = $1 AND (${key}) IN
      (SELECT ${key} FROM ${table} WHERE account_id = $1 AND ${time} < $2 LIMIT $3) RETURNING 1`,
  portion: " LIMIT 1000",
  plain: " STRICT",
  // SQLite needs no row lock, because only one unit of work writes at a time.
  held: "",
  elements: (placeholder) => `json_each(${placeholder})`,
  unmerged: "",
  byEntry: " INDEXED BY sqlite_autoindex_feed_2",
  among: ({ condition, names, bound }) => `${condition} AND (${names.join(", ")}) IN ${bound}`,
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
  jsonArray: (expression, condition) => `json_group_array(${expression}) FILTER (WHERE ${condition})`,
  jsonBytes: (piece) => ("literal" in piece ? `'${piece.literal}'` : piece.text),
  rowOrigin: "''",
  bytesOf: "octet_length",
  columnsOf: "SELECT name, type, pk AS place FROM pragma_table_info($1)",
  isoInstant: (column) => `strftime('%Y-%m-%dT%H:%M:%S+00:00', ${column} / 1000, 'unixepoch')`,
};
