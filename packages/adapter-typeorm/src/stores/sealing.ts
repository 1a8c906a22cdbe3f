import type { AccountId, FeedList, Instant, PackedItems } from "@repute/domain";
import type { Segment } from "../lists/segment.js";
import { isSealed, segmentColumns, segmentValues } from "../lists/segment.js";
import { byPosition } from "../lists/stretch.js";
import type { Session } from "../session.js";
import type { SegmentedList } from "./feed-segments.js";
import { segmentsFrom } from "./feed-segments.js";
import type { Portion } from "./loose-portion.js";
import { between, boundaries } from "./loose-portion.js";

/** The lists of an account that are asked for whole; none where something was published after an instant. */
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
  /** The same as changes, where these tell the items so. */
  readonly changes?: PackedItems;
};

/** Stores a segment, unless something in its stretch has changed since that was read; returns whether it did. */
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

/** The segments that may overlap a portion, and the one that it follows. */
async function segmentsBeside(session: Session, sealed: SegmentedList, { beyond, last }: Portion) {
  const segments: Segment[] = [];
  for await (const segment of segmentsFrom(session, sealed, beyond)) {
    if (byPosition(segment.first, last) < 0) break;
    segments.push(segment);
  }
  return segments;
}

/** Whether a segment has entries between the ends of a portion. */
const overlap = (segment: Segment, { first, last }: Portion): boolean =>
  byPosition(segment.last, first) <= 0 && byPosition(segment.first, last) >= 0;

/**
 * The last revision of a portion's rows; `undefined` where it has changed. A row that was changed or added has a later one
 * than the portion was read at; of those that were taken out there are fewer.
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
