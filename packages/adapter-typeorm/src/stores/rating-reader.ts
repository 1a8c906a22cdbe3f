import { setImmediate } from "node:timers/promises";
import type { AccountId, RatingCount, RatingFilter, RatingReader, ShownSelection } from "@repute/domain";
import type { RawRow, Session, Value } from "../engine/session.js";
import { conditionsOf, type Writing } from "../lists/conditions.js";
import { maxInteger, minInteger, type Position } from "../lists/position-range.js";
import type { RatingCounts } from "./rating-counts.js";

/**
 * Returns the reader for rating aggregates. The database computes counts, and finds displayed reviews with an index.
 * In a unit of work, `counted` stores pending changes before counts are read.
 */
export const ratingReader = (session: Session, counted?: Pick<RatingCounts, "store">): RatingReader => ({
  async counts(account, { reviewPlatformIds, surveyPlatformIds, filter }) {
    await counted?.store();
    const { writing, values } = writingOf(session, account);
    const among = (ids: readonly number[]) => platformsAmong(writing, ids);
    const conditions = [
      among([...reviewPlatformIds, ...surveyPlatformIds]),
      `(list = 'reviews' OR ${among(surveyPlatformIds)})`,
      ...placesOf(writing, filter),
    ];
    const rows = await session.query(
      `SELECT rating, ${wholeSum(session)} AS total FROM rating_counts WHERE ${writing.own} AND ${conditions.join(" AND ")}
        GROUP BY rating HAVING sum(total) > 0 ORDER BY rating`,
      values,
    );
    return rows as RatingCount[];
  },
  async shown(account, selection) {
    const items: string[] = [];
    let after: Position = { at: selection.window?.to ?? maxInteger, kind: minInteger, id: minInteger };
    for (let stride = 1_000; items.length < selection.limit; stride = 10_000) {
      const last = await lastOfStride(session, account, after, stride);
      const limit = selection.limit - items.length;
      items.push(...(await shownWithin(session, account, { ...selection, limit }, after, last)));
      if (!last || last.at < (selection.window?.from ?? minInteger)) break;
      after = last;
      await setImmediate();
    }
    return items;
  },
});

/** Returns a SUM expression with a cast to integer, because the result type of SUM differs between engines. */
const wholeSum = ({ dialect }: Session): string => `CAST(sum(total) AS ${dialect.types.integer})`;

/** Returns an object that collects the values of a statement. The first value is the account. */
function writingOf({ dialect }: Session, account: AccountId) {
  const values: Value[] = [account];
  const bind = (value: string | number) => `$${values.push(value)}`;
  const writing: Writing = { dialect, list: "reviews", own: "account_id = $1", bind };
  return { writing, values };
}

const placesOf = (writing: Writing, filter: RatingFilter): string[] => conditionsOf(writing, { filter });

const platformsAmong = ({ dialect, bind }: Writing, ids: readonly number[]): string =>
  dialect.oneOf("platform_id", "integer", bind(dialect.list(ids)));

/** SQL condition for reviews that can be displayed. A partial index has the same condition. */
const shownRows = "account_id = $1 AND list = 'reviews' AND is_shown";
const newestFirst = "ORDER BY at DESC, kind DESC, id DESC";

/** Returns the position `stride` rows after another position, or undefined if fewer rows remain. */
async function lastOfStride(session: Session, account: AccountId, after: Position, stride: number) {
  const [row] = await session.query(
    `SELECT at, kind, id FROM feed_ratings WHERE ${shownRows} AND (at, kind, id) < ($2, $3, $4) ${newestFirst}
      LIMIT 1 OFFSET ${stride - 1}`,
    [account, after.at, after.kind, after.id],
  );
  return row as Position | undefined;
}

async function shownWithin(
  session: Session,
  account: AccountId,
  { platformIds, minRating, window = {}, filter, limit }: ShownSelection,
  after: Position,
  last: Position | undefined,
): Promise<string[]> {
  const { writing, values } = writingOf(session, account);
  const { bind } = writing;
  const position = ({ at, kind, id }: Position) => `(${bind(at)}, ${bind(kind)}, ${bind(id)})`;
  const conditions = [
    `(at, kind, id) < ${position(after)}`,
    ...(last ? [`(at, kind, id) >= ${position(last)}`] : []),
    ...(window.from === undefined ? [] : [`at >= ${bind(window.from)}`]),
    `rating >= ${bind(minRating)}`,
    platformsAmong(writing, platformIds),
    ...placesOf(writing, filter),
  ];
  const rows = await session.query(
    `SELECT (SELECT item FROM feed WHERE account_id = $1 AND list = 'reviews' AND at = found.at AND kind = found.kind
        AND id = found.id) AS item
      FROM (SELECT at, kind, id FROM feed_ratings WHERE ${shownRows} AND ${conditions.join(" AND ")}
        ${newestFirst} LIMIT ${limit}) AS found ${newestFirst}`,
    values,
  );
  return rows.map(textOf);
}

const textOf = ({ item }: RawRow): string => Buffer.from(item as Uint8Array).toString();
