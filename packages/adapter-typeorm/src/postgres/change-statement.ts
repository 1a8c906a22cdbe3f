import type { AccountId, PublicList } from "@repute/domain";
import type { ChangePosition } from "../lists/change-position.js";
import { deletionIn, entryIn } from "../lists/item-form.js";
import { isAmong } from "../lists/list-names.js";
import type { ListStatement } from "./list-statement.js";
import { postgresDialect } from "./postgres-dialect.js";

const order = "revision, list, kind, id";

/** Range of changes to read, optionally limited to some lists. */
export type ChangeRange = { readonly lists?: readonly PublicList[]; readonly after: ChangePosition };

/** Returns a statement that selects changes, one per row. `limit` is the maximum number of rows. */
export const changeStatement = (account: AccountId, range: ChangeRange, limit?: number): ListStatement =>
  written(account, range, ({ rows, bind }) => {
    const items = rows(
      `${entryIn({ change: true }, postgresDialect)} AS item`,
      `${deletionIn(postgresDialect)} AS item`,
    );
    return `SELECT item FROM (${items}) AS kept ORDER BY ${order}${limit === undefined ? "" : ` LIMIT ${bind(limit)}`}`;
  });

/**
 * Returns a statement that finds the end of a page.
 * It selects the positions of change number `limit` and of the next change.
 */
export const changePageStatement = (account: AccountId, range: ChangeRange, limit: number): ListStatement =>
  written(account, range, ({ rows, bind }) => {
    const places = rows();
    return `SELECT ${order} FROM (${places}) AS kept ORDER BY ${order} LIMIT 2 OFFSET ${bind(limit - 1)}`;
  });

type Writing = {
  /** Selects entries and deletions as two sorted sets, so that PostgreSQL can merge them without a sort. */
  rows(entry?: string, tombstone?: string): string;
  bind(value: string | number): string;
};

function written(
  account: AccountId,
  { lists, after }: ChangeRange,
  write: (writing: Writing) => string,
): ListStatement {
  const values: string[] = [];
  const bind = (value: string | number) => `$${values.push(String(value))}`;
  const own = `account_id = ${bind(account)}`;
  const { revision, list, kind, id } = after;
  const beyond = `(${order}) > (${[revision, list, kind, id].map(bind).join(", ")})`;
  const among = lists && isAmong(lists, postgresDialect, `$${values.length + 1}`);
  if (among) bind(among.value);
  const where = [own, beyond, ...(among ? [among.condition] : [])].join(" AND ");
  const branch = (table: string, column: string | undefined) =>
    `(SELECT ${column === undefined ? order : `${order}, ${column}`} FROM ${table} WHERE ${where} ORDER BY ${order})`;
  const text = write({
    rows: (entry, tombstone) => `${branch("feed", entry)} UNION ALL ${branch("feed_tombstones", tombstone)}`,
    bind,
  });
  return { text, values };
}
