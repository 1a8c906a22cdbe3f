import { type AccountId, type CountStore, countedLists, type FeedId, type FeedList } from "@repute/domain";
import type { Engine, Session } from "../engine.js";
import type { Position } from "../lists/list-query.js";
import { listCountTable } from "../tables/reviews.js";
import { positionsOf } from "./feed-segments.js";

/** Returns the store of counts. Its counts are deleted by `changedCounts`. */
export const countStore = ({ read, write }: Pick<Engine, "read" | "write">): CountStore => ({
  stored: (account, list, from, to) =>
    read(account, (session) => listCountTable.find(session, within, [account, list, from, to])),
  store: (account, counts, revision) =>
    write(account, async (session) => {
      const [watermark] = await session.query("SELECT revision FROM watermarks WHERE account_id = $1", [account]);
      if (Number(watermark?.["revision"]) === revision) await listCountTable.save(session, account, counts);
    }),
});

const within = "account_id = $1 AND list = $2 AND from_at >= $3 AND to_at <= $4";

type Range = { readonly from: number; readonly to: number };

/** Deletes the counts of the time ranges in which a unit of work changes a list. Costs one lookup for a list without counts. */
export function changedCounts(session: Session) {
  const known = new Map<string, readonly Range[]>();
  return {
    /** Call this before writing or deleting entries, with their ids and new positions. */
    async touch(
      account: AccountId,
      list: FeedList,
      ids: readonly FeedId[],
      positions: readonly Position[] = [],
    ): Promise<void> {
      if (!countedLists.some((one) => one === list)) return;
      const name = `${account}/${list}`;
      const stored = known.get(name) ?? (await rangesOf(session, account, list));
      known.set(name, stored);
      if (stored.length === 0) return;
      const times = [...positions, ...(await positionsOf(session, account, list, ids))].map(({ at }) => at);
      const isTouched = ({ from, to }: Range) => times.some((at) => at >= from && at < to);
      const touched = stored.filter(isTouched);
      known.set(
        name,
        stored.filter((range) => !touched.includes(range)),
      );
      for (const { from, to } of touched) await session.run(removal, [account, list, from, to]);
    },
  };
}

async function rangesOf({ query }: Session, account: AccountId, list: FeedList): Promise<readonly Range[]> {
  const rows = await query("SELECT from_at, to_at FROM list_counts WHERE account_id = $1 AND list = $2", [
    account,
    list,
  ]);
  return rows.map((row) => ({ from: Number(row["from_at"]), to: Number(row["to_at"]) }));
}

const removal = "DELETE FROM list_counts WHERE account_id = $1 AND list = $2 AND from_at = $3 AND to_at = $4";
