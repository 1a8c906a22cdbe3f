import { setImmediate } from "node:timers/promises";
import type { AccountId, FeedEntry, FeedId, FeedList, FeedWriter, Instant } from "@repute/domain";
import type { ColumnKind, Insertion, Session, Value } from "../engine.js";
import { byPosition } from "../lists/list-query.js";
import { feedSegments } from "../segments/feed-segments.js";
import { lastOfEach, maxAdded, slices, turnAfter } from "../tables/bound-rows.js";
import { feedTombstones } from "./feed-changes.js";
import { feedRatings, type RatingCounts } from "./feed-ratings.js";
import { feedFields, removeEntries } from "./feed-rows.js";

/** Returns the feed writer of a unit of work. `now` is the time of the unit of work. */
export function feedWriter(session: Session, now: Instant, counts: RatingCounts): FeedWriter {
  const fields = feedFields(session);
  const ratings = feedRatings(session, counts);
  const stored = storedEntries(session);
  const tombstones = feedTombstones(session, now);
  const segments = feedSegments(session);
  let assigned: Promise<number> | undefined;
  let replacement = publication;

  /**
   * Returns the revision for published entries, which is the same for the whole unit of work.
   * Deleted entries get the previous revision.
   */
  const revision = (account: AccountId): Promise<number> => (assigned ??= takeRevision(session, account, now));

  async function remove(account: AccountId, list: FeedList, ids: readonly FeedId[]): Promise<void> {
    await segments.touch(account, list, ids);
    for (const slice of slices(ids, () => 1)) {
      const removed = await removeEntries(session, account, list, slice);
      if (removed.length > 0) await tombstones.add(account, list, removed, (await revision(account)) - 1);
      await setImmediate();
    }
    await fields.remove(account, list, ids);
    await ratings.remove(account, list, ids);
  }

  return {
    async publish(account, list, entries) {
      if (entries.length === 0) return;
      // Sort the entries, so that neighboring rows of the table are written one after another.
      const inOrder = lastOfEach(entries, ({ kind, id }) => `${kind}-${id}`).sort(byPosition);
      const [taken, before] = await Promise.all([
        revision(account),
        stored.among(account, list, inOrder),
        segments.touch(account, list, inOrder, inOrder),
        tombstones.remove(account, list, inOrder),
      ]);
      const changed = { revision: taken, at: now };
      const known = new Set(before);
      const added = inOrder.filter((entry) => !known.has(entry));
      const rowsOf = (some: readonly FeedEntry[]) => some.map((entry) => rowOf(account, list, entry, changed));
      for (const [insertion, some] of [
        [replacement, before],
        [addition, added],
      ] as const) {
        for (const slice of slices(some, sizeOf, maxAdded)) {
          await session.put(insertion, rowsOf(slice));
          await turnAfter(slice.length);
        }
      }
      await fields.replace(account, list, before, inOrder);
      await ratings.replace(account, list, before, inOrder);
    },
    remove,
    keepTimes: async () => void (replacement = republication),
    mark: (account) => markRows(session, account),
    async sweep(account, fingerprint) {
      for await (const { list, ids } of markedRows(session, account)) await remove(account, list, ids);
      await revision(account);
      await session.run("UPDATE watermarks SET fingerprint = $2 WHERE account_id = $1", [account, fingerprint]);
    },
    forgetRemoved: tombstones.forget,
  };
}

/**
 * Advances the watermark by two revisions: the first is for deleted entries, the second for published entries.
 * Returns the second.
 */
async function takeRevision(session: Session, account: AccountId, now: Instant): Promise<number> {
  const [row] = await session.query(
    "UPDATE watermarks SET at = $2, revision = revision + 2 WHERE account_id = $1 RETURNING revision",
    [account, now],
  );
  return Number(row?.["revision"]);
}

/**
 * Returns a filter for entries that a list may already contain.
 * An entry may be stored if its id is not above the highest stored id of its kind.
 * New entries usually have higher ids, so they need no lookup.
 */
function storedEntries(session: Session) {
  const greatest = new Map<string, number>();

  async function greatestId(account: AccountId, list: FeedList, kind: number): Promise<number> {
    const [row] = await session.query(greatestOf, [account, list, kind]);
    return Number(row?.["id"] ?? 0);
  }

  return {
    /**
     * Returns the entries that may already be stored.
     * The caller must store all `entries`, because the filter remembers their ids.
     */
    async among<Entry extends FeedId>(account: AccountId, list: FeedList, entries: readonly Entry[]): Promise<Entry[]> {
      const stored: Entry[] = [];
      for (const kind of new Set(entries.map((entry) => entry.kind))) {
        const name = `${account}/${list}/${kind}`;
        const ofKind = entries.filter((entry) => entry.kind === kind);
        const last = greatest.get(name) ?? (await greatestId(account, list, kind));
        stored.push(...ofKind.filter(({ id }) => id <= last));
        greatest.set(
          name,
          ofKind.reduce((max, { id }) => Math.max(max, id), last),
        );
      }
      return stored;
    },
  };
}

/** Uses ORDER BY, because row-level security would make PostgreSQL scan the whole list for `max(id)`. */
const greatestOf = "SELECT id FROM feed WHERE account_id = $1 AND list = $2 AND kind = $3 ORDER BY id DESC LIMIT 1";

const sizeOf = ({ json, tail, keys }: FeedEntry) => json.length + (tail?.length ?? 0) + (keys?.length ?? 0);

type Changed = { readonly revision: number; readonly at: Instant };

const columns: readonly (readonly [name: string, kind: ColumnKind])[] = [
  ["account_id", "integer"],
  ["list", "text"],
  ["kind", "integer"],
  ["id", "integer"],
  ["at", "integer"],
  ["modified_at", "integer"],
  ["location_id", "integer"],
  ["provider_id", "integer"],
  ["rating", "integer"],
  ["name", "text"],
  ["item", "bytes"],
  ["tail", "bytes"],
  ["keys", "bytes"],
  ["revision", "integer"],
  ["changed_at", "integer"],
];

/** Returns the column values of an entry, in the order of `columns`. */
const rowOf = (account: AccountId, list: FeedList, entry: FeedEntry, { revision, at }: Changed): readonly Value[] => [
  account,
  list,
  entry.kind,
  entry.id,
  entry.at,
  entry.modifiedAt,
  entry.locationId,
  entry.providerId,
  entry.rating,
  entry.name ?? null,
  entry.json,
  entry.tail,
  entry.keys ?? null,
  revision,
  at,
];

/** SQL condition that the public content of an entry is unchanged. */
const isSame = ["at", "name", "item", "tail", "keys"]
  .map((name) => `feed.${name} IS NOT DISTINCT FROM excluded.${name}`)
  .join(" AND ");

const changes = [
  ...["at", "location_id", "provider_id", "rating", "name", "item", "tail", "keys"].map(
    (name) => `${name} = excluded.${name}`,
  ),
  ...["revision", "changed_at"].map(
    (name) => `${name} = CASE WHEN ${isSame} THEN feed.${name} ELSE excluded.${name} END`,
  ),
];

const updates = (modifiedAt: string): string =>
  `ON CONFLICT (account_id, list, kind, id) DO UPDATE SET ${[...changes, `modified_at = ${modifiedAt}`].join(", ")}`;

const addition: Insertion = { table: "feed", columns: columns.map(([name, kind]) => ({ name, kind })), action: "" };

// A negative modification time marks a row. The index on modification times can then find all marked rows.
const marked = "-1 - modified_at";

/** SQL expression for the modification time that a row had before it was marked as outdated. */
const unmarked = "-1 - feed.modified_at";

/** SQL condition that the item of a row is unchanged. */
const isUnchanged = "feed.item = excluded.item AND feed.tail IS NOT DISTINCT FROM excluded.tail";

/** SQL condition for rows that are marked as outdated. */
const isMarked = "feed.modified_at < 0";

const publication: Insertion = {
  ...addition,
  action: updates(`CASE WHEN ${isMarked} AND ${isUnchanged} THEN ${unmarked} ELSE excluded.modified_at END`),
};

/** Insertion that keeps the modification time of entries whose items are unchanged. */
const republication: Insertion = {
  ...addition,
  action: updates(`CASE WHEN ${isUnchanged} THEN feed.modified_at ELSE excluded.modified_at END`),
};

/** Marks all feed rows of an account as outdated. Yields to the event loop after each batch. */
async function markRows({ query, run }: Session, account: AccountId): Promise<void> {
  const after = "account_id = $1 AND (list, at, kind, id) > ($2, $3, $4, $5)";
  let last: readonly Value[] = ["", 0, 0, 0];
  for (;;) {
    const [bound] = await query(
      `SELECT list, at, kind, id FROM feed WHERE ${after} ORDER BY list, at, kind, id LIMIT 1 OFFSET ${rowsAtOnce - 1}`,
      [account, ...last],
    );
    const next = bound && ([bound["list"], bound["at"], bound["kind"], bound["id"]] as readonly Value[]);
    const upTo = next ? " AND (list, at, kind, id) <= ($6, $7, $8, $9)" : "";
    await run(`UPDATE feed SET modified_at = ${marked} WHERE ${after}${upTo}`, [account, ...last, ...(next ?? [])]);
    await setImmediate();
    if (!next) return;
    last = next;
  }
}

/**
 * Yields the marked feed rows of an account in batches.
 * The caller must delete each batch before requesting the next one.
 */
async function* markedRows(
  { query }: Session,
  account: AccountId,
): AsyncGenerator<{ readonly list: FeedList; readonly ids: readonly FeedId[] }> {
  for (let list = ""; ; await setImmediate()) {
    const [next] = await query("SELECT min(list) AS list FROM feed WHERE account_id = $1 AND list > $2", [
      account,
      list,
    ]);
    if (typeof next?.["list"] !== "string") return;
    list = next["list"];
    for (;;) {
      const rows = await query(
        `SELECT kind, id FROM feed WHERE account_id = $1 AND list = $2 AND modified_at < 0 LIMIT ${rowsAtOnce}`,
        [account, list],
      );
      if (rows.length === 0) break;
      yield { list: list as FeedList, ids: rows as unknown as FeedId[] };
    }
  }
}

const rowsAtOnce = 500;
