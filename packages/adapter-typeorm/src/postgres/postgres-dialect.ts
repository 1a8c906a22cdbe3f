import type { ColumnKind, Dialect } from "../engine.js";

/** Column types. Strings are compared byte by byte, as in SQLite, so the locale of the server has no effect. */
const types = {
  integer: "BIGINT",
  real: "DOUBLE PRECISION",
  text: 'TEXT COLLATE "C"',
  flag: "BOOLEAN",
  bytes: "BYTEA",
} as const satisfies Record<ColumnKind, string>;

const casts: Readonly<Record<ColumnKind, string>> = { ...types, text: "TEXT" };

export const postgresDialect: Dialect = {
  types,
  clustered: "",
  plain: "",
  held: " FOR SHARE",
  // Checking these foreign keys would take a quarter of the time of an import, and other rules make them unnecessary.
  // Every transaction checks its account, and row-level security excludes rows of other accounts.
  // The ids of a row are checked before the row is stored, and catalog records that rows refer to are never deleted.
  importKeys: () => "",
  uncompressed: (table, column) => [`ALTER TABLE ${table} ALTER COLUMN ${column} SET STORAGE EXTERNAL`],
  hasAuditRetention: false,
  portion: "",
  forget: ({ table }) => `SELECT 1 FROM generate_series(1, forget_${table}($1::bigint, $2::bigint, $3::bigint))`,
  // These functions run as the owner of the tables, because the server's role may not delete audit records.
  // If the owner is a superuser, row-level security does not apply, so the functions check the account themselves.
  protectAudit: [
    ["audit", "at", "at, id"],
    ["audit_failures", "last_at", "day, actor, actor_id, action, outcome"],
  ].map(
    ([table, time, key]) => `CREATE FUNCTION forget_${table}(account BIGINT, most BIGINT) RETURNS BIGINT
        LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
          WITH old AS (SELECT ${key} FROM ${table} WHERE account_id = $1
            AND $1 = nullif(current_setting('app.account_id', true), '')::bigint
            AND ${time} < (SELECT before FROM audit_retention WHERE account_id = $1) LIMIT $2),
          gone AS (DELETE FROM ${table} WHERE account_id = $1 AND (${key}) IN (SELECT ${key} FROM old) RETURNING 1)
          SELECT count(*) FROM gone $$`,
  ),
  elements: (placeholder) => `jsonb_array_elements(${placeholder}::jsonb)`,
  unmerged: " OFFSET 0",
  byEntry: "",
  // Force one index lookup per bound row, as in `rowsWith`. A ctid is the place of a row.
  among: ({ table, condition, names, bound }) =>
    `account_id = $1 AND ctid = ANY (ARRAY(SELECT found.ctid FROM ${bound} AS looked CROSS JOIN LATERAL
      (SELECT ctid FROM ${table} WHERE ${condition}
        ${names.map((name) => `AND ${name} = looked.${name}`).join(" ")} OFFSET 0) AS found))`,
  member: (index, kind) => `(value ->> ${index})::${casts[kind]}`,
  oneOf: (column, kind, placeholder) => `${column} = ANY (${placeholder}::${casts[kind]}[])`,
  // Force one index lookup per value, because a join may scan all rows of a table that has no statistics.
  // `OFFSET 0` prevents the planner from rewriting the lookup as a join.
  rowsWith: ({ table, selection, condition, column }, placeholder) =>
    `SELECT ${selection} FROM (SELECT DISTINCT unnest(${placeholder}::bigint[]) AS wanted) AS lookup
      CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE ${condition} AND ${column} = lookup.wanted OFFSET 0) AS found`,
  list: (values) => `{${values.join(",")}}`,
  joined(expression, rows, joining) {
    const [way, separator] = joining === "newest" ? ["DESC", "','"] : ["ASC", "'\\x0a'"];
    const order = `at ${way}, kind ${way}, id ${way}`;
    return `SELECT string_agg(${expression}, ${separator}::bytea ORDER BY ${order}) AS joined FROM ${rows}`;
  },
  jsonArray: (expression, condition) => `(json_agg(${expression}) FILTER (WHERE ${condition}))::text`,
  jsonBytes: (piece) => ("literal" in piece ? `'${piece.literal}'::bytea` : `convert_to(${piece.text}, 'UTF8')`),
  // A row's origin changes when a dump is restored, because the restore inserts the row in a new transaction.
  rowOrigin: `concat_ws('.', (SELECT oid FROM pg_database WHERE datname = current_database()), tableoid, xmin)`,
  bytesOf: "pg_column_size",
  columnsOf: `SELECT a.attname AS name, coalesce(array_position(i.indkey::int2[], a.attnum) + 1, 0) AS place,
      upper(format_type(a.atttypid, a.atttypmod))
        || CASE a.attcollation WHEN '"C"'::regcollation THEN ' COLLATE "C"' ELSE '' END AS type
    FROM pg_attribute a LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
    WHERE a.attrelid = to_regclass(quote_ident($1)) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`,
  isoInstant: (column) =>
    `to_char(to_timestamp(${column} / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"')`,
};
