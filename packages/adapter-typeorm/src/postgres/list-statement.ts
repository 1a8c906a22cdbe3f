import type { AccountId, FeedList, FeedSlice } from "@repute/domain";

/** A statement with the values that it is given, as texts. */
export type ListStatement = { readonly text: string; readonly values: readonly string[] };

/** Bytes all along: as text, every item would be decoded on its way. */
const itemWithTail = `CASE WHEN tail IS NULL THEN item
  ELSE substr(item, 1, length(item) - 1) || CASE WHEN length(item) > 2 THEN ','::bytea ELSE ''::bytea END
    || tail || '}'::bytea END`;

/** Selects the items of a slice, one a row and nothing else. */
export function listStatement(account: AccountId, list: FeedList, slice: FeedSlice): ListStatement {
  const { window = {}, ratings, tail = false } = slice;
  const conditions: string[] = [];
  const values: string[] = [];
  const keep = (condition: string, value: string | number) => {
    values.push(String(value));
    conditions.push(condition.replace("?", `$${values.length}`));
  };
  keep("account_id = ?", account);
  keep("list = ?", list);
  if (window.from !== undefined) keep("at >= ?", window.from);
  if (window.to !== undefined) keep("at < ?", window.to);
  if (ratings) keep("rating = ANY (?::bigint[])", `{${ratings.join(",")}}`);
  const text = `SELECT ${tail ? itemWithTail : "item"} FROM feed WHERE ${conditions.join(" AND ")}
    ORDER BY at DESC, kind DESC, id DESC`;
  return { text, values };
}

/**
 * What makes the server walk a list in the order of its index: the first rows come at once, and none is kept to be
 * sorted. Compiling the plan would take longer than most lists.
 */
export const walkTheIndex = "SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off; SET LOCAL jit = off";
