import { setImmediate } from "node:timers/promises";
import type { AccountId, FeedEntry, FeedId, FeedList } from "@repute/domain";
import type { RawRow, Session } from "../engine/session.js";
import { boundRows } from "../tables/lookup-table.js";
import { type RatingRow, ratingTable } from "../tables/ratings.js";
import { slices } from "../tables/slices.js";
import { boundIds } from "./feed-rows.js";
import type { RatingCounts } from "./rating-counts.js";

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
    const rows = await session.query(storedAmong(session), [account, list, boundIds(ids)]);
    return rows.flatMap((row) => (row["rest"] === null ? [] : [rowFrom(list, row)]));
  }

  /** Writes only the ratings that differ, so that nothing is written if a list is rendered again without changes. */
  async function change(account: AccountId, before: readonly RatingRow[], after: readonly RatingRow[]): Promise<void> {
    const [were, are] = [textsOf(before), textsOf(after)];
    const removed = before.filter((row) => !are.has(textOf(row)));
    const added = after.filter((row) => !were.has(textOf(row)));
    await ratingTable.remove(session, account, removed);
    await ratingTable.save(session, account, added);
    counts.add(removed, -1);
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
      for (const slice of slices(entries, () => 1, batchSize)) {
        const rows = slice.flatMap((entry) => rowsOf(list, entry));
        const were = await stored(
          account,
          list,
          slice.filter((entry) => may.has(entry)),
        );
        if (rows.length > 0) known.set(`${account}/${list}`, true);
        await change(account, were, rows);
        await setImmediate();
      }
    },
    async remove(account: AccountId, list: FeedList, ids: readonly FeedId[]): Promise<void> {
      for (const slice of slices(ids, () => 1, batchSize)) {
        await change(account, await stored(account, list, slice), []);
        await setImmediate();
      }
    },
  };
}

const batchSize = 500;

const anyRating = "SELECT 1 FROM feed_ratings WHERE account_id = $1 AND list = $2 LIMIT 1";

/**
 * Returns a query that looks up each entry's ratings separately.
 * PostgreSQL would plan a join while the table is small.
 * That join would later read the whole table for each statement of a bulk write.
 * `rating` is a separate column, so that it is not converted to a string.
 */
function storedAmong({ dialect }: Session): string {
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
