import type { AccountId, FeedList, FeedSlice, Instant, PublicList } from "@repute/domain";
import {
  type ChangePosition,
  isDescending,
  type Position,
  type PositionRange,
  positionRangeOf,
} from "../lists/list-position.js";
import {
  accessPathOf,
  deletionIn,
  entryIn,
  isAmong,
  maxFewChanges,
  type SliceForm,
  type Writing,
} from "../lists/list-query.js";
import type { ListStatement } from "./list-portal.js";
import { postgresDialect } from "./postgres-dialect.js";
import type { Settings } from "./postgres-transaction.js";

/** Returns a statement that selects the items of a slice, one per row. */
export const listStatement = (
  account: AccountId,
  list: FeedList,
  slice: SliceForm,
  bounds = positionRangeOf(slice),
): ListStatement =>
  listWritten(account, list, (writing) => {
    const items = rowsOf(writing, slice, "item", bounds);
    return slice.page ? `${items} LIMIT ${writing.bind(slice.page.limit)}` : items;
  });

/**
 * Returns a statement that finds the end of a page.
 * It selects the positions of entry number `limit` and of the next entry.
 */
export const pageStatement = (
  account: AccountId,
  list: FeedList,
  slice: SliceForm,
  limit: number,
  bounds = positionRangeOf(slice),
): ListStatement =>
  listWritten(
    account,
    list,
    (writing) => `${rowsOf(writing, slice, "at, kind, id", bounds)} LIMIT 2 OFFSET ${writing.bind(limit - 1)}`,
  );

/**
 * Returns a statement that counts the entries that changed since a time, up to one more than `maxFewChanges`.
 * The sort order makes PostgreSQL read the index of changes.
 */
export const changeCount = (account: AccountId, list: FeedList, since: Instant): ListStatement =>
  listWritten(
    account,
    list,
    ({ own, bind }) => `SELECT count(*)::integer AS count FROM (SELECT 1 FROM feed WHERE ${own}
      AND modified_at >= ${bind(since)} ORDER BY modified_at, kind, id LIMIT ${maxFewChanges + 1}) AS changed`,
  );

/**
 * Settings that make PostgreSQL read an index in list order instead of sorting, so that the first rows arrive early.
 */
export const walkTheIndex: Settings = { enable_sort: "off", enable_bitmapscan: "off" };

/**
 * Settings that make PostgreSQL use a generic plan.
 * For a short list, planning for specific values takes longer than reading.
 */
export const planOnce: Settings = { plan_cache_mode: "force_generic_plan" };

function listWritten(account: AccountId, list: FeedList, write: (writing: Writing) => string): ListStatement {
  const values: string[] = [];
  const bind = (value: string | number) => `$${values.push(String(value))}`;
  const own = `account_id = ${bind(account)} AND list = ${bind(list)}`;
  return { text: write({ dialect: postgresDialect, list, own, bind }), values };
}

/**
 * Returns a query for the sorted rows of a slice.
 * Each branch is sorted, so that PostgreSQL can merge the branches without a sort.
 * If `feed_fields` provides the rows, their entries in `feed` are looked up one by one.
 * If the index of changes provides the rows, `LIMIT` makes PostgreSQL read this index before it sorts.
 */
function rowsOf(
  writing: Writing,
  slice: SliceForm,
  what: "item" | "at, kind, id",
  bounds = positionRangeOf(slice),
): string {
  const { table, time, branches, conditions, isUnsorted } = accessPathOf(writing, slice);
  const range = rangeOf(writing, slice, time, bounds);
  const item = `${entryIn(slice, postgresDialect, writing.list)} AS item`;
  const where = (...all: readonly string[]) => `WHERE ${[writing.own, ...all].join(" AND ")}`;
  const order = orderOf(slice);
  const rows = (columns: string, ...more: readonly string[]) =>
    branches
      .map((branch) => `(SELECT ${columns} FROM ${table} ${where(branch, ...range, ...more)} ${order})`)
      .join(" UNION ALL ");
  if (isUnsorted) {
    const changed = `SELECT * FROM feed ${where(...branches)} ORDER BY modified_at, kind, id LIMIT ${maxFewChanges}`;
    const all = [...range, ...conditions];
    return `SELECT ${what} FROM (SELECT at, kind, id, ${item} FROM (${changed}) AS feed
      ${all.length > 0 ? `WHERE ${all.join(" AND ")}` : ""} ${order}) AS kept`;
  }
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

function rangeOf({ bind }: Writing, slice: FeedSlice, time: string, { after, last }: PositionRange): string[] {
  const [beyond, within] = isDescending(slice) ? ["<", ">="] : [">", "<="];
  const from = (compared: string, { at, kind, id }: Position) =>
    `(${time}, kind, id) ${compared} (${[at, kind, id].map(bind).join(", ")})`;
  return [...(after ? [from(beyond, after)] : []), ...(last ? [from(within, last)] : [])];
}

const changeOrder = "revision, list, kind, id";

/** Range of changes to read, optionally limited to some lists. */
type ChangeRange = { readonly lists?: readonly PublicList[]; readonly after: ChangePosition };

/** Returns a statement that selects changes, one per row. `limit` is the maximum number of rows. */
export const changeStatement = (account: AccountId, range: ChangeRange, limit?: number): ListStatement =>
  changesWritten(account, range, ({ rows, bind }) => {
    const items = rows(
      `${entryIn({ change: true }, postgresDialect)} AS item`,
      `${deletionIn(postgresDialect)} AS item`,
    );
    return `SELECT item FROM (${items}) AS kept ORDER BY ${changeOrder}${limit === undefined ? "" : ` LIMIT ${bind(limit)}`}`;
  });

/**
 * Returns a statement that finds the end of a page.
 * It selects the positions of change number `limit` and of the next change.
 */
export const changePageStatement = (account: AccountId, range: ChangeRange, limit: number): ListStatement =>
  changesWritten(account, range, ({ rows, bind }) => {
    const places = rows();
    return `SELECT ${changeOrder} FROM (${places}) AS kept ORDER BY ${changeOrder} LIMIT 2 OFFSET ${bind(limit - 1)}`;
  });

type ChangeWriting = {
  /** Selects entries and deletions as two sorted sets, so that PostgreSQL can merge them without a sort. */
  rows(entry?: string, tombstone?: string): string;
  bind(value: string | number): string;
};

function changesWritten(
  account: AccountId,
  { lists, after }: ChangeRange,
  write: (writing: ChangeWriting) => string,
): ListStatement {
  const values: string[] = [];
  const bind = (value: string | number) => `$${values.push(String(value))}`;
  const own = `account_id = ${bind(account)}`;
  const { revision, list, kind, id } = after;
  const beyond = `(${changeOrder}) > (${[revision, list, kind, id].map(bind).join(", ")})`;
  const among = lists && isAmong(lists, postgresDialect, `$${values.length + 1}`);
  if (among) bind(among.value);
  const where = [own, beyond, ...(among ? [among.condition] : [])].join(" AND ");
  const branch = (table: string, column: string | undefined) =>
    `(SELECT ${column === undefined ? changeOrder : `${changeOrder}, ${column}`} FROM ${table} WHERE ${where} ORDER BY ${changeOrder})`;
  const text = write({
    rows: (entry, tombstone) => `${branch("feed", entry)} UNION ALL ${branch("feed_tombstones", tombstone)}`,
    bind,
  });
  return { text, values };
}
