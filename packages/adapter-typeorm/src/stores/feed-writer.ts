import { setImmediate } from "node:timers/promises";
import type { AccountId, FeedEntry, FeedId, FeedList, FeedWriter, Instant } from "@repute/domain";
import type { ColumnKind } from "../engine/dialect.js";
import type { Insertion, Session, Value } from "../engine/session.js";
import { byPosition } from "../lists/position-range.js";
import { feedSegments } from "../segments/feed-segments.js";
import { lastOfEach, maxAdded, slices } from "../tables/slices.js";
import { feedFields } from "./feed-fields.js";
import { feedRatings } from "./feed-ratings.js";
import { removeEntries } from "./feed-rows.js";
import { feedTombstones } from "./feed-tombstones.js";
import { isMarked, isUnchanged, markedRows, markRows, unmarked } from "./marked-rows.js";
import type { RatingCounts } from "./rating-counts.js";
import { storedEntries } from "./stored-entries.js";

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
      const changed = { revision: await revision(account), at: now };
      // Sort the entries, so that neighboring rows of the table are written one after another.
      const inOrder = lastOfEach(entries, ({ kind, id }) => `${kind}-${id}`).sort(byPosition);
      const before = await stored.among(account, list, inOrder);
      await segments.touch(account, list, inOrder, inOrder);
      await tombstones.remove(account, list, inOrder);
      const known = new Set(before);
      const added = inOrder.filter((entry) => !known.has(entry));
      const rowsOf = (some: readonly FeedEntry[]) => some.map((entry) => rowOf(account, list, entry, changed));
      for (const [insertion, some] of [
        [replacement, before],
        [addition, added],
      ] as const) {
        for (const slice of slices(some, sizeOf, maxAdded)) {
          await session.put(insertion, rowsOf(slice));
          await setImmediate();
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

const updates = (modifiedAt: string): string =>
  `ON CONFLICT (account_id, list, kind, id) DO UPDATE SET ${[...changes, `modified_at = ${modifiedAt}`].join(", ")}`;

const changes = [
  ...["at", "location_id", "provider_id", "rating", "name", "item", "tail", "keys"].map(
    (name) => `${name} = excluded.${name}`,
  ),
  ...["revision", "changed_at"].map(
    (name) => `${name} = CASE WHEN ${isSame} THEN feed.${name} ELSE excluded.${name} END`,
  ),
];

const addition: Insertion = { table: "feed", columns: columns.map(([name, kind]) => ({ name, kind })), action: "" };

const publication: Insertion = {
  ...addition,
  action: updates(`CASE WHEN ${isMarked} AND ${isUnchanged} THEN ${unmarked} ELSE excluded.modified_at END`),
};

/** Insertion that keeps the modification time of entries whose items are unchanged. */
const republication: Insertion = {
  ...addition,
  action: updates(`CASE WHEN ${isUnchanged} THEN feed.modified_at ELSE excluded.modified_at END`),
};
