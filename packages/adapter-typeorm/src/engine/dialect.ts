/** The kinds of values that columns hold. */
export type ColumnKind = "integer" | "real" | "text" | "flag" | "bytes";

/** Rows of a table that meet `condition`, with `column` as the lookup key. */
type LookedUp = {
  readonly table: string;
  readonly selection: string;
  readonly condition: string;
  readonly column: string;
};

/** The order of joined rows: newest first with commas between rows, or oldest first with line feeds. */
type Joining = "newest" | "oldest";

/** The SQL that differs between database engines. */
export type Dialect = {
  /** Column types, as in CREATE TABLE. */
  readonly types: Readonly<Record<ColumnKind, string>>;
  /** Options after the columns of a table that is stored in primary key order. */
  readonly clustered: string;
  /** Options after the columns of any other table. */
  readonly plain: string;
  /** Suffix of a SELECT whose rows must not change until the transaction ends. */
  readonly held: string;
  /** Statements that prevent updates and deletes in a table, if privileges do not. */
  growing(table: string): readonly string[];
  /** Statements that prevent deletes in a table and decreases of a column, if privileges do not. */
  counting(table: string, column: string): readonly string[];
  /** Statements that allow deletes of audit records and failure counts older than the account's row in `audit_retention`. */
  forgetting(): readonly string[];
  /** Statements that undo `forgetting`. */
  keeping(): readonly string[];
  /** A DELETE of up to `$3` rows of the account `$1` from before `$2`. Returns one row per deleted row. */
  forget(rows: { readonly table: string; readonly time: string; readonly key: string }): string;
  /** A table expression with the column `value`: one row per element of the JSON array bound at `placeholder`. */
  elements(placeholder: string): string;
  /** The member at `index` of a `value` that is an array. */
  member(index: number, kind: ColumnKind): string;
  /** The condition that a column equals one of the values in the list bound at `placeholder`. */
  oneOf(column: string, kind: ColumnKind, placeholder: string): string;
  /**
   * A SELECT for the rows whose `column` is in the integer list bound at `placeholder`. Each value is looked up
   * separately.
   */
  rowsWith(rows: LookedUp, placeholder: string): string;
  /** A list of integers or plain words, in the format for `oneOf`. */
  list(values: readonly (number | string)[]): string;
  /** A query with the column `joined`: the values of an expression over rows, ordered and separated. */
  joined(expression: string, rows: string, way: Joining): string;
  /**
   * A piece of JSON as bytes, for concatenation: an ASCII string without quotes, or the value of a string expression.
   */
  jsonBytes(piece: { readonly literal: string } | { readonly text: string }): string;
  /**
   * An expression for the place where a row was written. Its value changes if the row is restored from a dump or its
   * database is copied. It is an empty string on an engine that cannot tell.
   */
  readonly rowOrigin: string;
  /** An expression that formats an instant as published: `2026-03-01T17:05:00+00:00`. */
  isoInstant(column: string): string;
};
