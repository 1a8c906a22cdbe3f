import type { AccountId, FeedList, Instant, PackedItems } from "@repute/domain";
import type { Session } from "../engine/session.js";
import { byPosition } from "../lists/position-range.js";
import { type SegmentedList, segmentsFrom } from "./feed-segments.js";
import { between, boundaries, type Portion } from "./loose-portion.js";
import { isSealed, type Segment, segmentColumns, segmentValues } from "./segment.js";

/**
 * Returns an account's lists that should be sealed.
 * If the account has published anything after `restingSince`, returns none.
 */
export async function sealedLists(
  session: Session,
  account: AccountId,
  restingSince: Instant | undefined,
): Promise<readonly FeedList[]> {
  const [watermark] = await session.query("SELECT at FROM watermarks WHERE account_id = $1", [account]);
  if (!watermark || (restingSince !== undefined && Number(watermark["at"]) > restingSince)) return [];
  const lists: FeedList[] = [];
  for (let after = ""; ;) {
    const sql = "SELECT list FROM feed WHERE account_id = $1 AND list > $2 ORDER BY list LIMIT 1";
    const [row] = await session.query(sql, [account, after]);
    if (!row) return lists.filter(isSealed);
    after = row["list"] as string;
    lists.push(after as FeedList);
  }
}

type Sealed = SegmentedList & {
  readonly portion: Portion;
  readonly items: PackedItems;
  /**
   * Items of the segment as compressed changes.
   * Omitted if the segments with the other `withTail` value contain the changes.
   */
  readonly changes?: PackedItems;
};

/** Stores a segment. Returns false if the rows of its range have changed since they were read. */
export async function storeSegment(
  session: Session,
  { account, list, withTail, portion, items, changes }: Sealed,
): Promise<boolean> {
  const segments = await segmentsBeside(session, { account, list, withTail }, portion);
  const { first, last, until } = portion;
  if (segments.some((one) => overlap(one, portion))) return false;
  const revision = await revisionOf(session, account, list, portion);
  if (revision === undefined) return false;
  const segment: Segment = { withTail, first, last, until };
  const stored = {
    ...{ count: portion.count, length: items.length, crc: items.crc, deflated: items.deflated, revision },
    ...(changes && { changes_length: changes.length, changes_crc: changes.crc, changes: changes.deflated }),
  };
  const values = [account, list, ...segmentValues(segment), ...Object.values(stored)];
  const columns = ["account_id", "list", ...segmentColumns, ...Object.keys(stored)];
  const places = columns.map((_, index) => `$${index + 1}`).join(", ");
  await session.run(`INSERT INTO feed_segments (${columns.join(", ")}) VALUES (${places})`, values);
  const before = segments.find((one) => byPosition(one.last, portion.beyond) === 0);
  if (before)
    await session.run(joining, [account, list, ...segmentValues(before).slice(0, 4), ...Object.values(first)]);
  return true;
}

const joining = `UPDATE feed_segments SET until_at = $7, until_kind = $8, until_id = $9 WHERE account_id = $1
  AND list = $2 AND with_tail = $3 AND first_at = $4 AND first_kind = $5 AND first_id = $6`;

/** Returns the segments that may overlap a range, and the segment before the range. */
async function segmentsBeside(session: Session, sealed: SegmentedList, { beyond, last }: Portion) {
  const segments: Segment[] = [];
  for await (const segment of segmentsFrom(session, sealed, beyond)) {
    if (byPosition(segment.first, last) < 0) break;
    segments.push(segment);
  }
  return segments;
}

const overlap = (segment: Segment, { first, last }: Portion): boolean =>
  byPosition(segment.last, first) <= 0 && byPosition(segment.first, last) >= 0;

/**
 * Returns the latest revision of the rows in a range. Returns undefined if the range has changed since it was read.
 * A changed or added row has a later revision, and a deletion reduces the number of rows.
 */
async function revisionOf(
  session: Session,
  account: AccountId,
  list: FeedList,
  portion: Portion,
): Promise<number | undefined> {
  const sql = `SELECT count(*) AS count, max(revision) AS revision FROM feed WHERE ${between}`;
  const [row] = await session.query(sql, [account, list, ...boundaries(portion)]);
  const revision = Number(row?.["revision"]);
  return Number(row?.["count"]) === portion.count && revision <= portion.revision ? revision : undefined;
}
