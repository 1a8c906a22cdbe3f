import { setImmediate } from "node:timers/promises";
import type { AccountId, FeedEntry, FeedId, FeedList, FeedWriter, Instant } from "@repute/domain";
import type { Insertion, Session, Value } from "../engine.js";
import { byPosition } from "../lists/list-query.js";
import { feedSegments } from "../segments/feed-segments.js";
import { changedCounts } from "../segments/list-counts.js";
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
  const listCounts = changedCounts(session);
  let assigned: Promise<number> | undefined;
  let replacement = publication;

  /**
   * Returns the revision for published entries, which is the same for the whole unit of work.
   * Deleted entries get the previous revision.
   */
  const revision = (account: AccountId): Promise<number> => (assigned ??= takeRevision(session, account, now));

  async function remove(account: AccountId, list: FeedList, ids: readonly FeedId[]): Promise<void> {
    await segments.touch(account, list, ids);
    await listCounts.touch(account, list, ids);
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
        listCounts.touch(account, list, inOrder, inOrder),
        tombstones.remove(account, list, inOrder),
      ]);
      const known = new Set(before);
      const added = inOrder.filter((entry) => !known.has(entry));
      const rowOf = (entry: FeedEntry): readonly Value[] => {
        const row = { account, list, entry, revision: taken, now };
        return columns.map(({ value }) => value(row));
      };
      for (const [insertion, some] of [
        [replacement, before],
        [addition, added],
      ] as const) {
        for (const slice of slices(some, sizeOf, maxAdded)) {
          await session.put(insertion, slice.map(rowOf));
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

/** A row of `feed`: an entry with its list, and the revision and the time of the unit of work. */
type FeedRow = {
  readonly account: AccountId;
  readonly list: FeedList;
  readonly entry: FeedEntry;
  readonly revision: number;
  readonly now: Instant;
};

const columns: readonly (Insertion["columns"][number] & { readonly value: (row: FeedRow) => Value })[] = [
  { name: "account_id", kind: "integer", value: ({ account }) => account },
  { name: "list", kind: "text", value: ({ list }) => list },
  { name: "kind", kind: "integer", value: ({ entry }) => entry.kind },
  { name: "id", kind: "integer", value: ({ entry }) => entry.id },
  { name: "at", kind: "integer", value: ({ entry }) => entry.at },
  { name: "modified_at", kind: "integer", value: ({ entry }) => entry.modifiedAt },
  { name: "location_id", kind: "integer", value: ({ entry }) => entry.locationId },
  { name: "provider_id", kind: "integer", value: ({ entry }) => entry.providerId },
  { name: "rating", kind: "integer", value: ({ entry }) => entry.rating },
  { name: "name", kind: "text", value: ({ entry }) => entry.name ?? null },
  { name: "item", kind: "bytes", value: ({ entry }) => entry.json },
  { name: "tail", kind: "bytes", value: ({ entry }) => entry.tail },
  { name: "keys", kind: "bytes", value: ({ entry }) => entry.keys ?? null },
  { name: "revision", kind: "integer", value: ({ revision }) => revision },
  { name: "changed_at", kind: "integer", value: ({ now }) => now },
];

/** SQL condition that the public content of an entry is unchanged. */
const isSame = ["at", "name", "item", "tail", "keys"]
  .map((name) => `feed.${name} IS NOT DISTINCT FROM excluded.${name}`)
  .join(" AND ");

const key = ["account_id", "list", "kind", "id"];

const updates = (modifiedAt: string): string => {
  const unlessSame = (name: string) => `CASE WHEN ${isSame} THEN feed.${name} ELSE excluded.${name} END`;
  const special: Readonly<Record<string, string>> = {
    revision: unlessSame("revision"),
    changed_at: unlessSame("changed_at"),
    modified_at: modifiedAt,
  };
  const names = columns.map(({ name }) => name).filter((name) => !key.includes(name));
  const changes = names.map((name) => `${name} = ${special[name] ?? `excluded.${name}`}`);
  return `ON CONFLICT (${key.join(", ")}) DO UPDATE SET ${changes.join(", ")}`;
};

const addition: Insertion = { table: "feed", columns, action: "" };

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
