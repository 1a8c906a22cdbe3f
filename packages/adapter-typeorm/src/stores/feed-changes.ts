import { setImmediate } from "node:timers/promises";
import {
  type AccountId,
  type CursorKeyStore,
  type EpochStore,
  type FeedEntry,
  type FeedList,
  type Instant,
  isOfResponses,
  publicIdOf,
  publicListOf,
} from "@repute/domain";
import type { Session, Value } from "../engine.js";
import { beforeResponses, nextResponses } from "../lists/change-position.js";
import { isAmong, slices, turnAfter } from "../tables/bound-rows.js";
import { isEntryOf, type RemovedEntry } from "./feed-rows.js";

const byPublicId = {
  table: "feed_tombstones",
  condition: "account_id = $1 AND public_list = $2",
  keys: { public_id: "text" },
} as const;

/** Maintains the tombstones of deleted entries during a unit of work. `now` is the time of deletion. */
export function feedTombstones(session: Session, now: Instant) {
  const { dialect } = session;
  const known = new Map<AccountId, boolean>();

  /** Returns true if the account has any tombstone, so that an account without deletions costs only one lookup. */
  async function hasAny(account: AccountId): Promise<boolean> {
    const any = known.get(account) ?? (await session.query(anyTombstone, [account])).length > 0;
    known.set(account, any);
    return any;
  }

  return {
    async add(account: AccountId, list: FeedList, removed: readonly RemovedEntry[], revision: number): Promise<void> {
      const deleted = isOfResponses(list) ? await withoutMoved(session, account, removed) : removed;
      if (deleted.length === 0) return;
      known.set(account, true);
      const rows = deleted.map(({ kind, id, publicId }) => [kind, id, publicId]);
      const values = [
        dialect.member(0, "integer"),
        dialect.member(1, "integer"),
        "$4",
        dialect.member(2, "text"),
        "$5",
      ];
      await session.run(
        `INSERT INTO feed_tombstones (account_id, revision, list, kind, id, public_list, public_id, changed_at)
          SELECT $1, $2, $3, ${values.join(", ")} FROM ${dialect.elements("$6")} WHERE true
          ON CONFLICT (account_id, public_list, public_id) DO UPDATE SET revision = excluded.revision, list = excluded.list,
            kind = excluded.kind, id = excluded.id, changed_at = excluded.changed_at`,
        [account, revision, list, publicListOf(list), now, JSON.stringify(rows)],
      );
    },
    /** Removes the tombstones of entries that exist again. */
    async remove(account: AccountId, list: FeedList, entries: readonly FeedEntry[]): Promise<void> {
      if (!(await hasAny(account))) return;
      const sql = `DELETE FROM feed_tombstones WHERE ${isAmong(dialect, byPublicId, "$3")}`;
      for (const slice of slices(entries, () => 1)) {
        await session.run(sql, [account, publicListOf(list), JSON.stringify(slice.map((one) => [publicIdOf(one)]))]);
        await turnAfter(slice.length);
      }
    },
    /**
     * Removes the tombstones of entries that were deleted before a moment.
     * Tombstones are stored in revision order, which is also the order of deletion times.
     */
    async forget(account: AccountId, before: Instant): Promise<void> {
      for (;;) {
        const rows = await session.query(oldest, [account]);
        const old = rows.filter(({ at }) => (at as number) < before);
        const last = old.at(-1);
        if (!last) return;
        const [revision, list, kind, id] = ["revision", "list", "kind", "id"].map((name) => last[name] as Value);
        await session.run(upTo, [account, revision, list, kind, id] as Value[]);
        await session.run(sweeping, [account, revision as Value]);
        if (old.length < rows.length || rows.length < maxForgotten) return;
        await setImmediate();
      }
    },
  };
}

const maxForgotten = 500;

const oldest = `SELECT revision, list, kind, id, changed_at AS at FROM feed_tombstones WHERE account_id = $1
  ORDER BY revision, list, kind, id LIMIT ${maxForgotten}`;
const upTo = `DELETE FROM feed_tombstones WHERE account_id = $1 AND (revision, list, kind, id) <= ($2, $3, $4, $5)`;
const sweeping = "UPDATE watermarks SET swept_revision = $2 WHERE account_id = $1";

const anyTombstone = "SELECT 1 FROM feed_tombstones WHERE account_id = $1 LIMIT 1";

/**
 * Omits survey responses that only moved to another survey.
 * The public list contains the responses of all surveys, so a moved response is still in the list.
 */
async function withoutMoved(
  { dialect, query }: Session,
  account: AccountId,
  removed: readonly RemovedEntry[],
): Promise<readonly RemovedEntry[]> {
  const among = `SELECT kind, id FROM feed WHERE ${isEntryOf(dialect, "feed")}`;
  let left = removed;
  for (let list = beforeResponses; left.length > 0;) {
    const [found] = await query(nextResponses("$1", "$2"), [account, list]);
    if (typeof found?.["list"] !== "string") break;
    list = found["list"];
    const bound = JSON.stringify(left.map(({ kind, id }) => [kind, id]));
    const moved = new Set((await query(among, [account, list, bound])).map(({ kind, id }) => `${kind}-${id}`));
    left = left.filter(({ kind, id }) => !moved.has(`${kind}-${id}`));
  }
  return left;
}

/** Returns the store of epochs. It ignores rows that were restored from a dump of the database. */
export const epochStore = (session: Session): EpochStore => ({
  async of(account) {
    const { rowOrigin } = session.dialect;
    const sql = `SELECT epoch FROM epochs WHERE account_id = $1 AND origin = ${rowOrigin}`;
    const [row] = await session.query(sql, [account]);
    return row?.["epoch"] as string | undefined;
  },
  async save(account, epoch) {
    const { rowOrigin } = session.dialect;
    await session.run("DELETE FROM epochs WHERE account_id = $1", [account]);
    await session.run("INSERT INTO epochs (account_id, epoch, origin) VALUES ($1, $2, '')", [account, epoch]);
    // Set the origin in a second statement, because the origin is computed from the stored row.
    await session.run(`UPDATE epochs SET origin = ${rowOrigin} WHERE account_id = $1`, [account]);
  },
});

/** Returns the store of the keys that sign change cursors. */
export const cursorKeyStore = (session: Session): CursorKeyStore => ({
  async of(account) {
    const [row] = await session.query("SELECT key FROM cursor_keys WHERE account_id = $1", [account]);
    return row?.["key"] as string | undefined;
  },
  async save(account, key) {
    await session.run("INSERT INTO cursor_keys (account_id, key) VALUES ($1, $2)", [account, key]);
  },
});
