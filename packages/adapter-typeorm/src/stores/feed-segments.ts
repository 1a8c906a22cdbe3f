import { setImmediate } from "node:timers/promises";
import type { AccountId, FeedId, FeedList } from "@repute/domain";
import type { Segment } from "../lists/segment.js";
import { covering, segmentColumns, segmentOf, segmentValues } from "../lists/segment.js";
import type { Position } from "../lists/stretch.js";
import { slices } from "../rows/slices.js";
import type { RawRow, Session } from "../session.js";
import { boundIds } from "./feed-rows.js";

const mostLooked = 1_000;

/** Takes away the segments of lists in which a unit of work changes something; lists without any cost one look. */
export function feedSegments(session: Session) {
  const known = new Map<string, readonly Segment[]>();

  async function touch(
    account: AccountId,
    list: FeedList,
    ids: readonly FeedId[],
    positions: readonly Position[] = [],
  ): Promise<void> {
    const name = `${account}/${list}`;
    const segments = known.get(name) ?? (await segmentsOf(session, account, list));
    if (segments.length === 0) return void known.set(name, segments);
    const touched = covering(segments, [...positions, ...(await standing(session, account, list, ids))]);
    for (const segment of touched) await session.run(removal, [account, list, ...segmentValues(segment).slice(0, 4)]);
    known.set(
      name,
      segments.filter((segment) => !touched.includes(segment)),
    );
  }

  return {
    /** To be called before entries are written or taken out: from where they stand, and to where they will. */
    touch,
  };
}

/** The ends of a list's segments, the newest first. */
export async function segmentsOf(session: Session, account: AccountId, list: FeedList): Promise<readonly Segment[]> {
  const rows = await session.query(
    `SELECT ${segmentColumns.join(", ")} FROM feed_segments WHERE account_id = $1 AND list = $2
      ORDER BY with_tail, first_at DESC, first_kind DESC, first_id DESC`,
    [account, list],
  );
  return rows.map(segmentOf);
}

const removal = `DELETE FROM feed_segments WHERE account_id = $1 AND list = $2
  AND with_tail = $3 AND first_at = $4 AND first_kind = $5 AND first_id = $6`;

/** Where those of the entries stand that are in the list. */
async function standing(
  session: Session,
  account: AccountId,
  list: FeedList,
  ids: readonly FeedId[],
): Promise<readonly Position[]> {
  const found: RawRow[] = [];
  for (const slice of slices(ids, () => 1, mostLooked)) {
    found.push(...(await session.query(positionsAmong(session), [account, list, boundIds(slice)])));
    await setImmediate();
  }
  return found
    .filter(({ at }) => at !== null)
    .map(({ at, kind, id }) => ({ at: Number(at), kind: Number(kind), id: Number(id) }));
}

/** Looked up one after another, as custom fields are: as a join it would be planned for a table as small as it was once. */
function positionsAmong({ dialect }: Session): string {
  const at = "(SELECT at FROM feed WHERE account_id = $1 AND list = $2 AND kind = looked.kind AND id = looked.id)";
  return `SELECT ${at} AS at, kind, id
    FROM (SELECT ${dialect.member(0, "integer")} AS kind, ${dialect.member(1, "integer")} AS id
      FROM ${dialect.elements("$3")}) AS looked`;
}
