import type { AccountId, FeedBatch, FeedList, FeedSlice, Instant } from "@repute/domain";
import { isStoredPacked } from "../lists/packed-course.js";
import { stretchOf } from "../lists/stretch.js";
import type { PostgresConnection } from "./connect.js";
import type { ListStatement } from "./list-statement.js";
import { listStatement, planOnce, walkTheIndex } from "./list-statement.js";
import { nameOf } from "./statement-names.js";
import type { Trace } from "./trace.js";
import { queryOnce, withoutTimeouts } from "./transaction.js";

/** A list with more entries, or with a longer one, is read in portions: together these are a megabyte at most. */
const most = { entries: 250, bytes: 4_000 };

type Reading = { readonly account: AccountId; readonly list: FeedList; readonly slice: FeedSlice };

/** Whether a slice may have few entries: one that ends at the oldest entry most likely has many. */
export const mayBeFew = (slice: FeedSlice): boolean => isStoredPacked(slice) && stretchOf(slice).last !== undefined;

/** The entries of a slice in one trip; `undefined` where there are more than a few. */
export async function fewEntries(
  connection: PostgresConnection,
  { account, list, slice }: Reading,
  trace?: Trace,
): Promise<FeedBatch | undefined> {
  const { text, values } = fewStatement(account, list, slice);
  trace?.(text, values);
  const settings = { ...withoutTimeouts, ...walkTheIndex, ...planOnce };
  const query = { name: nameOf(text), text, values: [...values] };
  const [found] = await queryOnce<Found>(connection, account, settings, query);
  if (!found || (found.items === null && found.count > 0)) return undefined;
  const { watermark, count, items } = found;
  return { count, json: Buffer.from(items ?? ""), watermark: (watermark ?? 0) as Instant, isLast: true };
}

/** `items` is absent where there are none, or too many. */
type Found = { readonly watermark: number | null; readonly count: number; readonly items: string | null };

/** Selects the entries of a slice as one text, in the order in which they are walked. What is too long is not gathered at all. */
export function fewStatement(account: AccountId, list: FeedList, slice: FeedSlice): ListStatement {
  const { text, values } = listStatement(account, list, slice);
  const walked = `SELECT CASE WHEN length(item) <= ${most.bytes} THEN item END AS item
    FROM (${text} LIMIT ${most.entries + 1}) AS walked`;
  const areFew = `count(*) <= ${most.entries} AND count(*) = count(item)`;
  return {
    text: `SELECT (SELECT at FROM watermarks WHERE account_id = $1) AS watermark, count(*) AS count,
      CASE WHEN ${areFew} THEN convert_from(string_agg(item, ','), 'UTF8') END AS items FROM (${walked}) AS few`,
    values,
  };
}
