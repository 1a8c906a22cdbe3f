import type { AccountId, FeedId, FeedList } from "@repute/domain";
import type { Session } from "../engine/session.js";

/**
 * Returns a filter for entries that a list may already contain.
 * An entry may be stored if its id is not above the highest stored id of its kind.
 * New entries usually have higher ids, so they need no lookup.
 */
export function storedEntries(session: Session) {
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
