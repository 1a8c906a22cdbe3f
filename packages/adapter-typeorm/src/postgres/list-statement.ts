import type { AccountId, FeedList, FeedSlice } from "@repute/domain";
import type { Writing } from "../lists/conditions.js";
import type { SliceForm } from "../lists/access-path.js";
import { accessPathOf } from "../lists/access-path.js";
import { entryIn } from "../lists/item-form.js";
import type { Position, Stretch } from "../lists/stretch.js";
import { isDescending, stretchOf } from "../lists/stretch.js";
import { postgresDialect } from "./postgres-dialect.js";
import type { Settings } from "./transaction.js";

/** A statement with the values that it is given, as texts. */
export type ListStatement = {
  readonly text: string;
  readonly values: readonly string[];
  /** Whether it is worth being prepared: one of few, and planned as well without its values. */
  readonly isOften?: boolean;
  /** Whether its rows are few and come all at once. */
  readonly isShort?: boolean;
};

/** Selects the items of a slice, one a row and nothing else. */
export const listStatement = (
  account: AccountId,
  list: FeedList,
  slice: SliceForm,
  stretch = stretchOf(slice),
): ListStatement =>
  written(account, list, (writing) => {
    const items = rowsOf(writing, slice, "item", stretch);
    return slice.page ? `${items} LIMIT ${writing.bind(slice.page.limit)}` : items;
  });

/** Selects the position of the last entry of a page of `limit` entries, and of the next one when there is one. */
export const pageStatement = (
  account: AccountId,
  list: FeedList,
  slice: SliceForm,
  limit: number,
  stretch = stretchOf(slice),
): ListStatement =>
  written(
    account,
    list,
    (writing) => `${rowsOf(writing, slice, "at, kind, id", stretch)} LIMIT 2 OFFSET ${writing.bind(limit - 1)}`,
  );

/**
 * What makes the server walk a list in the order of its index: the first rows come at once, and none is kept to be
 * sorted. Compiling the plan would take longer than most lists.
 */
export const walkTheIndex: Settings = { enable_sort: "off", enable_bitmapscan: "off", jit: "off" };

/** For lists of which the server knows the way: a plan for the values takes longer than a short list. */
export const planOnce: Settings = { plan_cache_mode: "force_generic_plan" };

function written(account: AccountId, list: FeedList, write: (writing: Writing) => string): ListStatement {
  const values: string[] = [];
  const bind = (value: string | number) => `$${values.push(String(value))}`;
  const own = `account_id = ${bind(account)} AND list = ${bind(list)}`;
  return { text: write({ dialect: postgresDialect, list, own, bind }), values };
}

/**
 * Selects what a slice keeps, in its order: branches that are in order each can be merged without being sorted. Rows
 * beside the feed are looked up in it one by one, as they are walked.
 */
function rowsOf(writing: Writing, slice: SliceForm, what: "item" | "at, kind, id", stretch = stretchOf(slice)): string {
  const { table, time, branches, conditions } = accessPathOf(writing, slice);
  const range = rangeOf(writing, slice, time, stretch);
  const item = `${entryIn(slice, postgresDialect, writing.list)} AS item`;
  const where = (...all: readonly string[]) => `WHERE ${[writing.own, ...all].join(" AND ")}`;
  const order = orderOf(slice);
  const rows = (columns: string, ...more: readonly string[]) =>
    branches
      .map((branch) => `(SELECT ${columns} FROM ${table} ${where(branch, ...range, ...more)} ${order})`)
      .join(" UNION ALL ");
  if (table === "feed") {
    return `SELECT ${what} FROM (${rows(`${time} AS at, kind, id, ${item}`, ...conditions)}) AS kept ${order}`;
  }
  const found = where("at = walked.at", "kind = walked.kind", "id = walked.id", ...conditions);
  return `SELECT ${what} FROM (${rows("at, kind, id")}) AS walked
    CROSS JOIN LATERAL (SELECT ${item} FROM feed ${found} LIMIT 1) AS kept ${order}`;
}

function orderOf(slice: FeedSlice): string {
  const way = isDescending(slice) ? "DESC" : "ASC";
  return `ORDER BY at ${way}, kind ${way}, id ${way}`;
}

function rangeOf({ bind }: Writing, slice: FeedSlice, time: string, { after, last }: Stretch): string[] {
  const [beyond, within] = isDescending(slice) ? ["<", ">="] : [">", "<="];
  const from = (compared: string, { at, kind, id }: Position) =>
    `(${time}, kind, id) ${compared} (${[at, kind, id].map(bind).join(", ")})`;
  return [...(after ? [from(beyond, after)] : []), ...(last ? [from(within, last)] : [])];
}
