import { setImmediate } from "node:timers/promises";
import { type AccountId, type FeedId, type FeedList, isOfResponses } from "@repute/domain";
import type { RawRow, Session } from "../engine.js";
import { byPosition, type Position } from "../lists/list-query.js";
import { boundIds } from "../stores/feed-rows.js";
import { boundRows, slices } from "../tables/bound-rows.js";
import { covering, type Segment, segmentColumns, segmentOf, segmentValues } from "./segment.js";

const maxLookups = 1_000;

/**
 * Maximum number of entries whose segments are looked up one by one.
 * For more entries, all segments of the list are read.
 */
const maxSingleLookups = 4;

/**
 * Deletes the segments that contain entries changed by a unit of work.
 * Costs only one lookup for a list without segments.
 */
export function feedSegments(session: Session) {
  const known = new Map<string, readonly Segment[]>();
  const looked = new Set<string>();

  async function touch(
    account: AccountId,
    list: FeedList,
    ids: readonly FeedId[],
    positions: readonly Position[] = [],
  ): Promise<void> {
    const name = `${account}/${list}`;
    if (ids.length <= maxSingleLookups && !known.has(name) && !looked.has(name)) {
      looked.add(name);
      if (await hasAny(session, account, list)) return touchEach(account, list, ids, positions);
      return void known.set(name, []);
    }
    const segments = known.get(name) ?? (await segmentsOf(session, account, list));
    if (segments.length === 0) return void known.set(name, segments);
    const touched = covering(segments, [...positions, ...(await positionsOf(session, account, list, ids))]);
    for (const segment of touched) await remove(session, account, list, segment);
    known.set(
      name,
      segments.filter((segment) => !touched.includes(segment)),
    );
  }

  async function touchEach(account: AccountId, list: FeedList, ids: readonly FeedId[], positions: readonly Position[]) {
    const all = [...positions, ...(await positionsOf(session, account, list, ids))];
    const different = all.filter((one, index) => all.findIndex((other) => byPosition(one, other) === 0) === index);
    for (const position of different) {
      for (const withTail of isOfResponses(list) ? [0, 1] : [0]) {
        const [row] = await session.query(beginningBefore, [account, list, withTail, ...valuesOf(position)]);
        if (row && covering([segmentOf(row)], [position]).length > 0)
          await remove(session, account, list, segmentOf(row));
      }
    }
  }

  return {
    /**
     * Deletes the segments that contain the entries.
     * Call this before writing or deleting entries, with their ids and new positions.
     */
    touch,
  };
}

const valuesOf = ({ at, kind, id }: Position) => [at, kind, id];

async function hasAny(session: Session, account: AccountId, list: FeedList): Promise<boolean> {
  const sql = "SELECT 1 AS there FROM feed_segments WHERE account_id = $1 AND list = $2 LIMIT 1";
  return (await session.query(sql, [account, list])).length > 0;
}

/** Selects the last segment that starts at or before a position. */
const beginningBefore = `SELECT ${segmentColumns.join(", ")} FROM feed_segments
  WHERE account_id = $1 AND list = $2 AND with_tail = $3 AND (first_at, first_kind, first_id) >= ($4, $5, $6)
  ORDER BY first_at, first_kind, first_id LIMIT 1`;

async function segmentsOf(session: Session, account: AccountId, list: FeedList): Promise<readonly Segment[]> {
  const rows = await session.query(
    `SELECT ${segmentColumns.join(", ")} FROM feed_segments WHERE account_id = $1 AND list = $2
      ORDER BY with_tail, first_at DESC, first_kind DESC, first_id DESC`,
    [account, list],
  );
  return rows.map(segmentOf);
}

/** Selects the stored segments of one list, either with or without the optional members at the end of each item. */
export type SegmentedList = { readonly account: AccountId; readonly list: FeedList; readonly withTail: boolean };

const segmentsAtOnce = 50;

/**
 * Yields the segments of a list, newest first. The first segment starts at or before `from`.
 * Further segments are read in batches on demand.
 */
export async function* segmentsFrom(
  session: Session,
  { account, list, withTail }: SegmentedList,
  from: Position,
): AsyncGenerator<Segment, void> {
  const own = [account, list, Number(withTail)];
  const [first] = await session.query(beginningBefore, [...own, ...valuesOf(from)]);
  if (first) yield segmentOf(first);
  for (let after: Position | undefined = from; after;) {
    const rows: readonly RawRow[] = await session.query(beginningAfter, [...own, ...valuesOf(after)]);
    const segments = rows.map(segmentOf);
    yield* segments;
    after = segments.length < segmentsAtOnce ? undefined : segments.at(-1)?.first;
  }
}

const beginningAfter = `SELECT ${segmentColumns.join(", ")} FROM feed_segments
  WHERE account_id = $1 AND list = $2 AND with_tail = $3 AND (first_at, first_kind, first_id) < ($4, $5, $6)
  ORDER BY first_at DESC, first_kind DESC, first_id DESC LIMIT ${segmentsAtOnce}`;

const remove = (session: Session, account: AccountId, list: FeedList, segment: Segment): Promise<number> =>
  session.run(removal, [account, list, ...segmentValues(segment).slice(0, 4)]);

const removal = `DELETE FROM feed_segments WHERE account_id = $1 AND list = $2
  AND with_tail = $3 AND first_at = $4 AND first_kind = $5 AND first_id = $6`;

/** Returns the positions of existing entries. Skips ids that the list does not contain. */
export async function positionsOf(
  session: Session,
  account: AccountId,
  list: FeedList,
  ids: readonly FeedId[],
): Promise<readonly Position[]> {
  const found: RawRow[] = [];
  for (const slice of slices(ids, () => 1, maxLookups)) {
    found.push(...(await session.query(positionsAmong(session), [account, list, boundIds(slice)])));
    await setImmediate();
  }
  return found
    .filter(({ at }) => at !== null)
    .map(({ at, kind, id }) => ({ at: Number(at), kind: Number(kind), id: Number(id) }));
}

/**
 * Returns a query that looks up each entry's position separately.
 * PostgreSQL would plan a join while the table is small, and the join would become slow as the table grows.
 */
function positionsAmong({ dialect }: Session): string {
  const at = "(SELECT at FROM feed WHERE account_id = $1 AND list = $2 AND kind = looked.kind AND id = looked.id)";
  return `SELECT ${at} AS at, kind, id
    FROM ${boundRows(dialect, "$3", { kind: "integer", id: "integer" })} AS looked`;
}
