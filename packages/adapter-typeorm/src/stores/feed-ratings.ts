import { setImmediate } from "node:timers/promises";
import type {
  AccountId,
  FeedEntry,
  FeedId,
  FeedList,
  RatingCount,
  RatingFilter,
  RatingReader,
  ShownSelection,
} from "@repute/domain";
import type { RawRow, Session, Value } from "../engine.js";
import { conditionsOf, maxInteger, minInteger, type Position, type Writing } from "../lists/list-query.js";
import { boundRows, slices, turnAfter } from "../tables/bound-rows.js";
import { type RatingRow, ratingTable } from "../tables/reviews.js";
import { boundIds } from "./feed-rows.js";

/** Maintains the rows of `feed_ratings` and the rating counts during a unit of work. */
export function feedRatings(session: Session, counts: RatingCounts) {
  const known = new Map<string, boolean>();

  /** Returns true if a list has any rating, so that a list without ratings costs only one lookup. */
  async function hasAny(account: AccountId, list: FeedList): Promise<boolean> {
    const name = `${account}/${list}`;
    const any = known.get(name) ?? (await session.query(anyRating, [account, list])).length > 0;
    known.set(name, any);
    return any;
  }

  async function stored(account: AccountId, list: FeedList, ids: readonly FeedId[]): Promise<RatingRow[]> {
    if (ids.length === 0 || !(await hasAny(account, list))) return [];
    const rows = await session.query(storedRatings(session), [account, list, boundIds(ids)]);
    return rows.flatMap((row) => (row["rest"] === null ? [] : [rowFrom(list, row)]));
  }

  /** Writes only the ratings that differ, so that nothing is written if a list is rendered again without changes. */
  async function change(account: AccountId, before: readonly RatingRow[], after: readonly RatingRow[]): Promise<void> {
    if (before.length === 0) return add(account, after);
    const [were, are] = [textsOf(before), textsOf(after)];
    const removed = before.filter((row) => !are.has(textOf(row)));
    const added = after.filter((row) => !were.has(textOf(row)));
    await ratingTable.remove(session, account, removed);
    counts.add(removed, -1);
    await add(account, added);
  }

  async function add(account: AccountId, added: readonly RatingRow[]): Promise<void> {
    await ratingTable.append(session, account, added);
    counts.add(added, 1);
  }

  return {
    /** Replaces the ratings of `entries`. Old ratings are looked up only for entries in `before`. */
    async replace(
      account: AccountId,
      list: FeedList,
      before: readonly FeedEntry[],
      entries: readonly FeedEntry[],
    ): Promise<void> {
      const may = new Set(before);
      for (const slice of slices(entries, () => 1, ratingsAtOnce)) {
        const rows = slice.flatMap((entry) => rowsOf(list, entry));
        const were = await stored(
          account,
          list,
          slice.filter((entry) => may.has(entry)),
        );
        if (rows.length > 0) known.set(`${account}/${list}`, true);
        await change(account, were, rows);
        await turnAfter(slice.length);
      }
    },
    async remove(account: AccountId, list: FeedList, ids: readonly FeedId[]): Promise<void> {
      for (const slice of slices(ids, () => 1, ratingsAtOnce)) {
        await change(account, await stored(account, list, slice), []);
        await turnAfter(slice.length);
      }
    },
  };
}

const ratingsAtOnce = 500;

const anyRating = "SELECT 1 FROM feed_ratings WHERE account_id = $1 AND list = $2 LIMIT 1";

/**
 * Returns a query that looks up each entry's ratings separately.
 * PostgreSQL would plan a join while the table is small.
 * That join would later read the whole table for each statement of a bulk write.
 * `rating` is a separate column, so that it is not converted to a string.
 */
function storedRatings({ dialect }: Session): string {
  const value = (expression: string) =>
    `(SELECT ${expression} FROM feed_ratings WHERE account_id = $1 AND list = $2 AND id = looked.id AND kind = looked.kind)`;
  const rest = ["at", "platform_id", "location_id", "provider_id", "CASE WHEN is_shown THEN 1 ELSE 0 END"];
  return `SELECT kind, id, ${value("rating")} AS rating, ${value(rest.join(" || ' ' || "))} AS rest
    FROM ${boundRows(dialect, "$3", { kind: "integer", id: "integer" })} AS looked`;
}

function rowFrom(list: FeedList, row: RawRow): RatingRow {
  const [at = 0, platformId = 0, locationId = 0, providerId = 0, isShown] = String(row["rest"]).split(" ").map(Number);
  const [kind, id, rating] = [row["kind"], row["id"], row["rating"]] as readonly number[];
  return { list, kind, id, at, platformId, locationId, providerId, rating, isShown: isShown === 1 } as RatingRow;
}

const rowsOf = (list: FeedList, { kind, id, at, locationId, providerId, rated }: FeedEntry): readonly RatingRow[] =>
  rated ? [{ list, kind, id, at, locationId: locationId ?? 0, providerId: providerId ?? 0, ...rated }] : [];

const textOf = ({ kind, id, at, isShown, platformId, locationId, providerId, rating }: RatingRow): string =>
  [kind, id, at, isShown, platformId, locationId, providerId, rating].join(" ");

const textsOf = (rows: readonly RatingRow[]): ReadonlySet<string> => new Set(rows.map(textOf));

/** Collects changes to rating counts during a unit of work. */
export type RatingCounts = {
  /** Adds rows to the counts, or subtracts them if `by` is -1. */
  add(rows: readonly RatingRow[], by: 1 | -1): void;
  /** Stores the collected changes. Call this before counts are read, and at the end of the unit of work. */
  store(): Promise<void>;
};

/** Maximum number of rating counts that one statement updates. The number is high because each update is fast. */
const countsAtOnce = 1_000;

/**
 * Collects changes to rating counts in memory. A bulk load changes the same few hundred counts repeatedly.
 * On PostgreSQL, each update in a transaction would add a row version, and later updates would scan all versions.
 */
export function ratingCounts(session: Session, account: AccountId): RatingCounts {
  const totals = new Map<string, { readonly counted: readonly (number | string)[]; total: number }>();
  return {
    add(rows, by) {
      for (const row of rows) {
        const counted = countedOf(row);
        const name = counted.join(" ");
        const one = totals.get(name);
        if (one) one.total += by;
        else totals.set(name, { counted, total: by });
      }
    },
    async store() {
      const differences = [...totals.values()].filter(({ total }) => total !== 0);
      totals.clear();
      const rows = differences.map(({ counted, total }) => [...counted, total]);
      for (const slice of slices(rows, () => 1, countsAtOnce)) {
        await session.run(countAddition(session), [account, JSON.stringify(slice)]);
        await turnAfter(slice.length);
      }
    },
  };
}

/** Returns the values that identify a rating count. */
const countedOf = ({ platformId, list, locationId, providerId, rating }: RatingRow) =>
  [platformId, list, locationId, providerId, rating] as const;

function countAddition({ dialect }: Session): string {
  const kinds = ["integer", "text", "integer", "integer", "real", "integer"] as const;
  const values = kinds.map((kind, index) => dialect.member(index, kind));
  return `INSERT INTO rating_counts (account_id, platform_id, list, location_id, provider_id, rating, total)
    SELECT $1, ${values.join(", ")} FROM ${dialect.elements("$2")} WHERE true
    ON CONFLICT (account_id, platform_id, list, location_id, provider_id, rating)
      DO UPDATE SET total = rating_counts.total + excluded.total`;
}

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
  return rows.map(itemText);
}

const itemText = ({ item }: RawRow): string => Buffer.from(item as Uint8Array).toString();
