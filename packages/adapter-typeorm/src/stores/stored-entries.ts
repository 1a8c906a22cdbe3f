import type { AccountId, FeedId, FeedList } from "@repute/domain";
import type { Session } from "../session.js";

/**
 * Tells for one unit of work which entries a list may have already: those up to its greatest id. New ones mostly come after
 * that, and nothing of theirs has to be looked for.
 */
export function storedEntries(session: Session) {
  const greatest = new Map<string, number>();

  async function greatestId(account: AccountId, list: FeedList, kind: number): Promise<number> {
    const [row] = await session.query(greatestOf, [account, list, kind]);
    return Number(row?.["id"] ?? 0);
  }

  return {
    /** Those of some entries that may be there; all of them have to be put in after this was asked. */
    async among<Entry extends FeedId>(account: AccountId, list: FeedList, entries: readonly Entry[]): Promise<Entry[]> {
      const stored: Entry[] = [];
      for (const kind of new Set(entries.map((entry) => entry.kind))) {
        const name = `${account}/${list}/${kind}`;
        const ofKind = entries.filter((entry) => entry.kind === kind);
        const last = greatest.get(name) ?? (await greatestId(account, list, kind));
        stored.push(...ofKind.filter(({ id }) => id <= last));
        greatest.set(
          name,
          ofKind.reduce((most, { id }) => Math.max(most, id), last),
        );
      }
      return stored;
    },
  };
}

/** The last one of an index: where rows are secured one by one, PostgreSQL looks through a whole list for its `max(id)`. */
const greatestOf = "SELECT id FROM feed WHERE account_id = $1 AND list = $2 AND kind = $3 ORDER BY id DESC LIMIT 1";
