import { setImmediate } from "node:timers/promises";
import type { AccountId, FeedEntry, FeedId, FeedList, FeedWriter, Instant } from "@repute/domain";
import { byPosition } from "../lists/stretch.js";
import { lastOfEach, slices } from "../rows/slices.js";
import type { Session } from "../session.js";
import { feedFields } from "./feed-fields.js";
import { feedRatings } from "./feed-ratings.js";
import { removeEntries } from "./feed-rows.js";
import { feedSegments } from "./feed-segments.js";
import { feedTombstones } from "./feed-tombstones.js";
import { storedEntries } from "./stored-entries.js";
import type { RatingCounts } from "./rating-counts.js";
import { isUnchanged, markRows, markedRows, unmarked } from "./marked-rows.js";

/** Changes the lists of the account of a unit of work whose time is `now`. */
export function typeormFeedWriter(session: Session, now: Instant, counts: RatingCounts): FeedWriter {
  const fields = feedFields(session);
  const ratings = feedRatings(session, counts);
  const stored = storedEntries(session);
  const tombstones = feedTombstones(session, now);
  const segments = feedSegments(session);
  let taken: number | undefined;

  /** The revision of what this unit of work puts in, taken once; what it takes out has the one before. */
  const revision = async (account: AccountId): Promise<number> => (taken ??= await takeRevision(session, account, now));

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
      // Neighbours in the table are written one after another.
      const inOrder = lastOfEach(entries, ({ kind, id }) => `${kind}-${id}`).sort(byPosition);
      const before = await stored.among(account, list, inOrder);
      await segments.touch(account, list, inOrder, inOrder);
      for (const slice of slices(inOrder, sizeOf)) {
        const rows = [account, list, ...render(slice), changed.revision, changed.at];
        await session.run(publication(session), rows);
        await setImmediate();
      }
      await tombstones.remove(account, list, inOrder);
      await fields.replace(account, list, before, inOrder);
      await ratings.replace(account, list, before, inOrder);
    },
    remove,
    mark: (account) => markRows(session, account),
    async sweep(account) {
      for await (const { list, ids } of markedRows(session, account)) await remove(account, list, ids);
      await revision(account);
      await session.run("UPDATE watermarks SET is_rendered = $2 WHERE account_id = $1", [account, true]);
    },
    forgetRemoved: tombstones.forget,
  };
}

/** Moves the watermark; returns the second of two new revisions. */
async function takeRevision(session: Session, account: AccountId, now: Instant): Promise<number> {
  const [row] = await session.query(
    "UPDATE watermarks SET at = $2, revision = revision + 2 WHERE account_id = $1 RETURNING revision",
    [account, now],
  );
  return Number(row?.["revision"]);
}

const sizeOf = ({ json, tail, keys }: FeedEntry) => json.length + (tail?.length ?? 0) + (keys?.length ?? 0);

const plain = ["kind", "id", "at", "modified_at", "location_id", "provider_id", "rating"] as const;
const texts = ["item", "tail", "keys"] as const;
const names = [...plain, "name", ...texts, "revision", "changed_at"] as const;

/** Whether callers see the same as before. */
const isSame = ["at", "name", ...texts]
  .map((name) => `feed.${name} IS NOT DISTINCT FROM excluded.${name}`)
  .join(" AND ");

/** Numbers and names come as JSON (`$4`); texts as one run of bytes (`$3`) with where each of them lies in it, so that none is ever escaped. */
function publication({ dialect }: Session): string {
  const bytes = texts.map((_, index) => dialect.bytes("$3", plain.length + 1 + 2 * index));
  const numbers = plain.map((_, index) => dialect.member(index, "integer"));
  const values = [...numbers, dialect.member(plain.length, "text"), ...bytes, "$5", "$6"];
  const changes = ["at", "location_id", "provider_id", "rating", "name", ...texts].map(
    (name) => `${name} = excluded.${name}`,
  );
  changes.push(`modified_at = CASE WHEN ${isUnchanged} THEN ${unmarked} ELSE excluded.modified_at END`);
  for (const name of ["revision", "changed_at"]) {
    changes.push(`${name} = CASE WHEN ${isSame} THEN feed.${name} ELSE excluded.${name} END`);
  }
  return `INSERT INTO feed (account_id, list, ${names.join(", ")})
    SELECT $1, $2, ${values.join(", ")} FROM ${dialect.elements("$4")} WHERE true
    ON CONFLICT (account_id, list, kind, id) DO UPDATE SET ${changes.join(", ")}`;
}

/** The values of `$3` and `$4`. */
function render(entries: readonly FeedEntry[]): readonly [Uint8Array, string] {
  const run: string[] = [];
  let next = 1;
  const lay = (text: string | null): readonly (number | null)[] => {
    if (text === null) return [null, null];
    const [start, length] = [next, Buffer.byteLength(text)];
    run.push(text);
    next += length;
    return [start, length];
  };
  const rows = entries.map((entry) => [
    ...[entry.kind, entry.id, entry.at, entry.modifiedAt, entry.locationId, entry.providerId, entry.rating],
    entry.name ?? null,
    ...lay(entry.json),
    ...lay(entry.tail),
    ...lay(entry.keys ?? null),
  ]);
  return [Buffer.from(run.join("")), JSON.stringify(rows)];
}
