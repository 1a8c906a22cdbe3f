import type { FeedSlice } from "@repute/domain";
import type { Bound, ListConnection } from "./list-connection.js";

/** How far a stretch reaches when it is given a number of rows: down to the last of them. */
export type Place = { readonly at: number; readonly kind: number; readonly id: number };

/** A stretch of a list: below `upper`, down to `lower`, both in the list's order. */
export type Stretch = { readonly upper: Place; readonly lower: Place };

/** What the first rows of a stretch hold; `null` where there are none. */
type Gathered = {
  readonly rows: number;
  /** How many of them the slice keeps, and those items. */
  readonly count: number;
  readonly json: Uint8Array | null;
  /** How long the longest of those is; one that is longer than was allowed is not among the items. */
  readonly longest: number | null;
  /** Of the last row. */
  readonly at: number | null;
};

const among = "FROM feed WHERE account_id = @account AND list = @list";
const rows = `${among}
  AND (at, kind, id) < (@upperAt, @upperKind, @upperId) AND (at, kind, id) >= (@lowerAt, @lowerKind, @lowerId)`;
const newestFirst = "ORDER BY at DESC, kind DESC, id DESC";
const keptRatings = "rating IN (SELECT value FROM json_each(@ratings))";

/** Bytes all along: as text, every item would be decoded on its way. */
const itemWithTail = `CASE WHEN tail IS NULL THEN item
  ELSE substr(item, 1, length(item) - 1) || iif(length(item) > 2, ',', '') || tail || '}' END`;

/** The statements that read a slice of a list, each over one stretch of it. */
export function listStatements(connection: ListConnection, list: Bound, { ratings, tail = false }: FeedSlice) {
  const kept = ratings ? `${rows} AND ${keptRatings}` : rows;
  const size = tail ? "length(item) + 1 + coalesce(length(tail) + 1, 0)" : "length(item) + 1";
  const item = tail ? itemWithTail : "item";
  const first = connection.prepare(
    `SELECT count(*) AS rows, count(size) AS count, max(size) AS longest, min(at) AS at,
       CAST(group_concat(item, ',') FILTER (WHERE size <= @longest) AS BLOB) AS json
     FROM (SELECT ${item} AS item, at, ${ratings ? `iif(${keptRatings}, ${size}, NULL)` : size} AS size
       ${rows} ${newestFirst} LIMIT @rows)`,
  );
  const sole = connection.prepare(`SELECT at, kind, id ${among} AND at = @at LIMIT 2`);
  const place = connection.prepare(`SELECT at, kind, id ${rows} ${newestFirst} LIMIT 1 OFFSET @skipped`);
  const measure = connection.prepare(`SELECT count(*) AS count, coalesce(sum(${size}), 0) AS bytes ${kept}`);
  const gather = connection.prepare(
    `SELECT CAST(group_concat(${item}, ',') AS BLOB) AS json FROM (SELECT item, tail ${kept} ${newestFirst})`,
  );
  const chosen: Bound = { ...list, ...(ratings && { ratings: JSON.stringify(ratings) }) };
  const bind = ({ upper, lower }: Stretch): Bound => ({
    ...chosen,
    ...named("upper", upper),
    ...named("lower", lower),
  });
  return {
    /** The items of the stretch's first `count` rows, without those that are longer than `longest` bytes. */
    gatherFirst: (stretch: Stretch, count: number, longest: number) =>
      first.get({ ...bind(stretch), rows: count, longest }) as Gathered,
    /** The place at a time that only one row of the list has. */
    soleAt(at: number): Place | undefined {
      const [one, another] = sole.all({ ...list, at }) as Place[];
      return another ? undefined : one;
    },
    /** The last of the stretch's first `count` rows, whether or not the slice keeps them. */
    placeOf: (stretch: Stretch, count: number) =>
      place.get({ ...bind(stretch), skipped: count - 1 }) as Place | undefined,
    /** How many items the slice keeps, and how long they are together. */
    measure: (stretch: Stretch) => measure.get(bind(stretch)) as { readonly count: number; readonly bytes: number },
    /** The items of a stretch that keeps some. */
    gather: (stretch: Stretch) => (gather.get(bind(stretch)) as { readonly json: Uint8Array }).json,
  };
}

export type ListStatements = ReturnType<typeof listStatements>;

const named = (name: "upper" | "lower", { at, kind, id }: Place): Bound => ({
  [`${name}At`]: at,
  [`${name}Kind`]: kind,
  [`${name}Id`]: id,
});
