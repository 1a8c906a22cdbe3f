/** Value types of database columns. */
export type ColumnKind = "integer" | "real" | "text" | "flag" | "bytes";

/** Lookup of the rows that meet `condition` and have one of the requested values in `column`. */
type LookedUp = {
  readonly table: string;
  readonly selection: string;
  readonly condition: string;
  readonly column: string;
};

/** Rows of a table that meet `condition`, whose first term is `account_id = $1`, and whose `names` are in a subquery. */
type Among = {
  readonly table: string;
  readonly condition: string;
  readonly names: readonly string[];
  readonly bound: string;
};

/**
 * Sort order of concatenated rows. `newest` puts commas between the rows, and `oldest` puts line feeds between them.
 */
type Joining = "newest" | "oldest";

/** SQL fragments that differ between database engines. */
export type Dialect = {
  /** SQL column types for CREATE TABLE. */
  readonly types: Readonly<Record<ColumnKind, string>>;
  /** Table options that make the engine store rows in primary key order. Appended to CREATE TABLE. */
  readonly clustered: string;
  /** Table options for tables that are not stored in primary key order. Appended to CREATE TABLE. */
  readonly plain: string;
  /** Suffix of a SELECT that locks its rows against changes until the transaction ends. */
  readonly held: string;
  /**
   * Foreign keys of a table that imports fill, as the end of the list in CREATE TABLE. Empty if checking them slows
   * imports down.
   */
  importKeys(...keys: readonly string[]): string;
  /** Statements that make the engine store a column without compression. */
  uncompressed(table: string, column: string): readonly string[];
  /**
   * Statements after which audit records cannot be changed, failure counts only grow, and only rows older than
   * `audit_retention.before` can be deleted. The engine may also use privileges for this.
   */
  readonly protectAudit: readonly string[];
  /** DELETE of up to `$3` rows of account `$1` that are older than `$2`. Returns one result row per deleted row. */
  forget(rows: { readonly table: string; readonly time: string; readonly key: string }): string;
  /** Table expression with one row per element of the JSON array bound at `placeholder`. Its only column is `value`. */
  elements(placeholder: string): string;
  /** Expression for the element at `index` of the JSON array in the column `value`. */
  member(index: number, kind: ColumnKind): string;
  /**
   * End of a subquery that the engine must not merge into the surrounding statement.
   * PostgreSQL uses an index under row-level security only if no operator that can fail, such as `->>`, is part of the
   * compared expression.
   */
  readonly unmerged: string;
  /** Condition that a row meets `condition` and has a row of the subquery `bound` with equal values in `names`. */
  among(rows: Among): string;
  /** Condition that a column equals one of the values in the list bound at `placeholder`. */
  oneOf(column: string, kind: ColumnKind, placeholder: string): string;
  /**
   * SELECT of the rows whose `column` contains one of the integers bound at `placeholder`.
   * Looks up each integer in the index.
   */
  rowsWith(rows: LookedUp, placeholder: string): string;
  /** Encodes integers or words as one bound value for `oneOf`. Words must not contain quotes, commas or backslashes. */
  list(values: readonly (number | string)[]): string;
  /** Query that concatenates an expression over all rows, with separators. The only result column is `joined`. */
  joined(expression: string, rows: string, way: Joining): string;
  /** Aggregate of an expression over the rows that meet a condition, as a JSON array. Null if there are no such rows. */
  jsonArray(expression: string, condition: string): string;
  /**
   * Expression for a JSON fragment as bytes, so that fragments can be concatenated.
   * The fragment is a constant or a SQL string expression. A constant must be ASCII without single quotes.
   */
  jsonBytes(piece: { readonly literal: string } | { readonly text: string }): string;
  /**
   * Expression that identifies where a row was written.
   * Its value changes if the row is restored from a dump, or if the database is copied.
   * It is an empty string on engines that cannot detect this.
   */
  readonly rowOrigin: string;
  /** Expression that formats an instant as in API responses: `2026-03-01T17:05:00+00:00`. */
  isoInstant(column: string): string;
};
