/** Value types of database columns. */
export type ColumnKind = "integer" | "real" | "text" | "flag" | "bytes";

/** Rows of a table that meet `condition`. The lookup compares `column` with the requested values. */
type LookedUp = {
  readonly table: string;
  readonly selection: string;
  readonly condition: string;
  readonly column: string;
};

/** Format of joined rows: `newest` first with commas between rows, or `oldest` first with line feeds. */
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
  /** Statements that forbid updates and deletes in a table. Empty if the engine uses privileges for this. */
  forbidChanges(table: string): readonly string[];
  /**
   * Statements that forbid deletes in a table and decreases of a column. Empty if the engine uses privileges for this.
   */
  counting(table: string, column: string): readonly string[];
  /** Statements that allow deletes of audit records and failure counts that are older than `audit_retention.before`. */
  allowDeletes(): readonly string[];
  /** Statements that revert `allowDeletes`, so that audit records cannot be deleted. */
  keeping(): readonly string[];
  /** DELETE of up to `$3` rows of account `$1` that are older than `$2`. Returns one result row per deleted row. */
  forget(rows: { readonly table: string; readonly time: string; readonly key: string }): string;
  /** Table expression with one row per element of the JSON array bound at `placeholder`. Its only column is `value`. */
  elements(placeholder: string): string;
  /** Expression for the array element at `index`, where the column `value` contains an array. */
  member(index: number, kind: ColumnKind): string;
  /** Condition that a column equals one of the values in the list bound at `placeholder`. */
  oneOf(column: string, kind: ColumnKind, placeholder: string): string;
  /**
   * SELECT of the rows whose `column` is in the integer list bound at `placeholder`. Looks up each value with the
   * index.
   */
  rowsWith(rows: LookedUp, placeholder: string): string;
  /** Encodes integers or plain words as a list for `oneOf`. */
  list(values: readonly (number | string)[]): string;
  /** Query with one column `joined`: the values of an expression over all rows, in order, with separators. */
  joined(expression: string, rows: string, way: Joining): string;
  /**
   * Expression for a JSON fragment as bytes, for concatenation. The fragment is a constant or a SQL string expression.
   * A constant must be ASCII without quotes.
   */
  jsonBytes(piece: { readonly literal: string } | { readonly text: string }): string;
  /**
   * Expression that identifies where a row was written. Its value changes if the row is restored from a dump, or if the
   * database is copied. It is an empty string on engines that cannot detect this.
   */
  readonly rowOrigin: string;
  /** Expression that formats an instant as in API responses: `2026-03-01T17:05:00+00:00`. */
  isoInstant(column: string): string;
};
