import {
  type AccountId,
  type FeedBatch,
  type FeedList,
  type FeedSlice,
  type Instant,
  isStoredPacked,
} from "@repute/domain";
import { positionRangeOf } from "../lists/position-range.js";
import type { PostgresConnection } from "./connect.js";
import { type ListStatement, listStatement, planOnce, walkTheIndex } from "./list-statement.js";
import { queryOnce, withoutTimeouts } from "./transaction.js";
import { nameOf } from "./wire/statement-names.js";
import type { Trace } from "./wire/trace.js";

/** Limits for lists that one statement reads, one megabyte in all: number of entries, and bytes per entry. */
const max = { entries: 250, bytes: 4_000 };

type Reading = { readonly account: AccountId; readonly list: FeedList; readonly slice: FeedSlice };

/** Returns false if a slice is probably long, as slices without a start time are. */
export const mayBeShort = (slice: FeedSlice): boolean =>
  isStoredPacked(slice) && positionRangeOf(slice).last !== undefined;

/** Reads a short slice in one round trip. Returns undefined if the slice exceeds the limits. */
export async function shortList(
  connection: PostgresConnection,
  { account, list, slice }: Reading,
  trace?: Trace,
): Promise<FeedBatch | undefined> {
  const { text, values } = shortListStatement(account, list, slice);
  trace?.(text, values);
  const settings = { ...withoutTimeouts, ...walkTheIndex, ...planOnce };
  const query = { name: nameOf(text), text, values: [...values] };
  const [found] = await queryOnce<Found>(connection, account, settings, query);
  if (!found || (found.items === null && found.count > 0)) return undefined;
  const { watermark, count, items } = found;
  return { count, json: Buffer.from(items ?? ""), watermark: (watermark ?? 0) as Instant, delivery: { isLast: true } };
}

/** Result row for a short list. `items` is null if the slice is empty or exceeds the limits. */
type Found = { readonly watermark: number | null; readonly count: number; readonly items: string | null };

/** Returns a statement that selects all entries of a slice as one string, or null if the slice exceeds the limits. */
export function shortListStatement(account: AccountId, list: FeedList, slice: FeedSlice): ListStatement {
  const { text, values } = listStatement(account, list, slice);
  const walked = `SELECT CASE WHEN length(item) <= ${max.bytes} THEN item END AS item
    FROM (${text} LIMIT ${max.entries + 1}) AS walked`;
  const isShort = `count(*) <= ${max.entries} AND count(*) = count(item)`;
  return {
    text: `SELECT (SELECT at FROM watermarks WHERE account_id = $1) AS watermark, count(*) AS count,
      CASE WHEN ${isShort} THEN convert_from(string_agg(item, ','), 'UTF8') END AS items FROM (${walked}) AS few`,
    values,
  };
}
