import { setImmediate } from "node:timers/promises";
import type { AccountId, FeedEntry, FeedId, FeedList } from "@repute/domain";
import type { RatingRow } from "../rows/ratings.js";
import { ratingTable } from "../rows/ratings.js";
import { slices } from "../rows/slices.js";
import type { RawRow, Session } from "../session.js";
import { boundIds } from "./feed-rows.js";

/** Columns of `rating_counts` by which ratings are counted together. */
type Counted = Pick<RatingRow, "platformId" | "list" | "locationId" | "providerId" | "rating">;

/** Keeps what aggregates see of entries, and how many there are alike, beside the feed for one unit of work. */
export function feedRatings(session: Session) {
  const known = new Map<string, boolean>();

  /** Lists without ratings, and lists that are filled for the first time, cost one look. */
  async function hasAny(account: AccountId, list: FeedList): Promise<boolean> {
    const name = `${account}/${list}`;
    const any = known.get(name) ?? (await session.query(anyRating, [account, list])).length > 0;
    known.set(name, any);
    return any;
  }

  async function stored(account: AccountId, list: FeedList, ids: readonly FeedId[]): Promise<RatingRow[]> {
    if (!(await hasAny(account, list))) return [];
    const rows = await session.query(storedAmong(session), [account, list, boundIds(ids)]);
    return rows.flatMap((row) => (row["rest"] === null ? [] : [rowFrom(list, row)]));
  }

  /** Writes what differs alone: rendering a list again leaves its ratings as they are. */
  async function change(account: AccountId, before: readonly RatingRow[], after: readonly RatingRow[]): Promise<void> {
    const [were, are] = [textsOf(before), textsOf(after)];
    const gone = before.filter((row) => !are.has(textOf(row)));
    const come = after.filter((row) => !were.has(textOf(row)));
    await ratingTable.remove(session, account, gone);
    await ratingTable.save(session, account, come);
    const differences = differencesOf(gone, come);
    if (differences.length > 0) await session.run(counting(session), [account, JSON.stringify(differences)]);
  }

  return {
    /** Makes the ratings of entries what they are now. */
    async replace(account: AccountId, list: FeedList, entries: readonly FeedEntry[]): Promise<void> {
      for (const slice of slices(entries, () => 1, mostAtOnce)) {
        const rows = slice.flatMap((entry) => rowsOf(list, entry));
        const before = await stored(account, list, slice);
        if (rows.length > 0) known.set(`${account}/${list}`, true);
        await change(account, before, rows);
        await setImmediate();
      }
    },
    /** Takes the ratings of entries out. */
    async remove(account: AccountId, list: FeedList, ids: readonly FeedId[]): Promise<void> {
      for (const slice of slices(ids, () => 1, mostAtOnce)) {
        await change(account, await stored(account, list, slice), []);
        await setImmediate();
      }
    },
  };
}

const mostAtOnce = 500;

const anyRating = "SELECT 1 FROM feed_ratings WHERE account_id = $1 AND list = $2 LIMIT 1";

/**
 * Looked up one after another, as custom fields are: as a join it would be planned for a table as small as it was once, and read
 * all of it each time in the unit of work that fills it. A rating is no text, so that it stays what it is.
 */
function storedAmong({ dialect }: Session): string {
  const value = (expression: string) =>
    `(SELECT ${expression} FROM feed_ratings WHERE account_id = $1 AND list = $2 AND id = looked.id AND kind = looked.kind)`;
  const rest = ["at", "platform_id", "location_id", "provider_id", "CASE WHEN is_shown THEN 1 ELSE 0 END"];
  return `SELECT kind, id, ${value("rating")} AS rating, ${value(rest.join(" || ' ' || "))} AS rest
    FROM (SELECT ${dialect.member(0, "integer")} AS kind, ${dialect.member(1, "integer")} AS id
      FROM ${dialect.elements("$3")}) AS looked`;
}

function rowFrom(list: FeedList, row: RawRow): RatingRow {
  const [at = 0, platformId = 0, locationId = 0, providerId = 0, isShown] = String(row["rest"]).split(" ").map(Number);
  const [kind, id, rating] = [row["kind"], row["id"], row["rating"]] as readonly number[];
  return { list, kind, id, at, platformId, locationId, providerId, rating, isShown: isShown === 1 } as RatingRow;
}

const rowsOf = (list: FeedList, { kind, id, at, locationId, providerId, rated }: FeedEntry): readonly RatingRow[] =>
  rated ? [{ list, kind, id, at, locationId: locationId ?? 0, providerId: providerId ?? 0, ...rated }] : [];

const textOf = (row: RatingRow): string => [row.kind, row.id, row.at, row.isShown, ...countedOf(row)].join(" ");

const textsOf = (rows: readonly RatingRow[]): ReadonlySet<string> => new Set(rows.map(textOf));

const countedOf = ({ platformId, list, locationId, providerId, rating }: Counted) =>
  [platformId, list, locationId, providerId, rating] as const;

/** How many more there are of each kind, or fewer. */
function differencesOf(gone: readonly RatingRow[], come: readonly RatingRow[]) {
  const totals = new Map<string, { readonly counted: ReturnType<typeof countedOf>; total: number }>();
  const add = (by: number) => (row: RatingRow) => {
    const counted = countedOf(row);
    const name = counted.join(" ");
    const one = totals.get(name) ?? { counted, total: 0 };
    one.total += by;
    totals.set(name, one);
  };
  gone.forEach(add(-1));
  come.forEach(add(1));
  return [...totals.values()].filter(({ total }) => total !== 0).map(({ counted, total }) => [...counted, total]);
}

/** Adds the differences bound at `$2` to the counts of the account. */
function counting({ dialect }: Session): string {
  const kinds = ["integer", "text", "integer", "integer", "real", "integer"] as const;
  const values = kinds.map((kind, index) => dialect.member(index, kind));
  return `INSERT INTO rating_counts (account_id, platform_id, list, location_id, provider_id, rating, total)
    SELECT $1, ${values.join(", ")} FROM ${dialect.elements("$2")} WHERE true
    ON CONFLICT (account_id, platform_id, list, location_id, provider_id, rating)
      DO UPDATE SET total = rating_counts.total + excluded.total`;
}
