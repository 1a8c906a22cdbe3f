import type { EntryKeyReader, EntryKeys } from "@repute/domain";
import type { Session } from "../engine/session.js";
import { slices } from "../tables/slices.js";
import { boundIds, isEntryOf } from "./feed-rows.js";

/** Returns a reader for the public ids and the join keys of list entries. */
export const entryKeys = (session: Session): EntryKeyReader => ({
  async of(account, list, ids) {
    const found: EntryKeys[] = [];
    const sql = `SELECT kind, id, name, keys, changed_at FROM feed WHERE ${isEntryOf(session.dialect, "feed")}`;
    for (const slice of slices(ids, () => 1, 1_000)) {
      const rows = await session.query(sql, [account, list, boundIds(slice)]);
      found.push(...(rows as unknown as readonly KeyRow[]).map(fromRow));
    }
    return found;
  },
});

type KeyRow = {
  readonly kind: number;
  readonly id: number;
  readonly name: string | null;
  readonly keys: Uint8Array | null;
  readonly changed_at: number;
};

const fromRow = ({ kind, id, name, keys, changed_at: changedAt }: KeyRow): EntryKeys => ({
  ...{ kind, id, changedAt: changedAt as EntryKeys["changedAt"] },
  ...(name !== null && { name }),
  ...(keys !== null && { keys: Buffer.from(keys).toString() }),
});
