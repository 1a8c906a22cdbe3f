/** The kinds of value that columns hold. */
export type ColumnKind = "integer" | "real" | "text" | "flag" | "bytes";

/** Rows of a table that meet `condition`, to be looked up by `column`. */
type LookedUp = {
  readonly table: string;
  readonly selection: string;
  readonly condition: string;
  readonly column: string;
};

/** In which order rows are joined: the newest first, with commas between, or the oldest first, as lines. */
type Joining = "newest" | "oldest";

/** How an engine spells what the engines spell differently. */
export type Dialect = {
  /** Column types, as in CREATE TABLE. */
  readonly types: Readonly<Record<ColumnKind, string>>;
  /** What follows the columns of a table that lies in the order of its primary key. */
  readonly clustered: string;
  /** What follows the columns of any other table. */
  readonly plain: string;
  /** What follows a SELECT whose rows must not change until the transaction ends. */
  readonly held: string;
  /** What keeps rows of a table from being changed or removed, where privileges do not. */
  growing(table: string): readonly string[];
  /** Triggers that keep rows of a table from being removed, and the numbers in a column from shrinking, where privileges do not. */
  counting(table: string, column: string): readonly string[];
  /** Lets audit records and counts of failures be deleted that are older than the account's row in `audit_retention`. */
  forgetting(): readonly string[];
  /** Undoes `forgetting`. */
  keeping(): readonly string[];
  /** Deletes up to `$3` rows of the account `$1` from before `$2`. Returns one row for each. */
  forget(rows: { readonly table: string; readonly time: string; readonly key: string }): string;
  /** A table with the column `value`, one row for each element of the JSON array bound at `placeholder`. */
  elements(placeholder: string): string;
  /** The member at `index` of such a `value` that is an array itself. */
  member(index: number, kind: ColumnKind): string;
  /** The condition that a column is one of the values in the list bound at `placeholder` */
  oneOf(column: string, kind: ColumnKind, placeholder: string): string;
  /** The SELECT for rows whose `column` is one of the whole numbers in the list bound at `placeholder`: looked up one by one. */
  rowsWith(rows: LookedUp, placeholder: string): string;
  /** A list of whole numbers or of plain words as `oneOf` takes it. */
  list(values: readonly (number | string)[]): string;
  /** A query for the column `joined`: what an expression says of rows, in an order of lists, with a separator between. */
  joined(expression: string, rows: string, way: Joining): string;
  /** A piece of JSON in bytes that are joined to others: a text of ASCII without quotes, or what an expression says. */
  jsonBytes(piece: { readonly literal: string } | { readonly text: string }): string;
  /** The expression for an instant as it is published: `2026-03-01T17:05:00+00:00`. */
  isoInstant(column: string): string;
};
