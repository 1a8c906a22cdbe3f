import type { AccountId, AnyId } from "@repute/domain";
import type { Session } from "../engine/session.js";
import type { RecordTable } from "../tables/table.js";

/**
 * Returns a filter for records that a table may already contain.
 * A record may be stored if its id is not above the highest stored id.
 * New records usually have higher ids, so they need no lookup.
 */
export function storedRecords(session: Session, { name, own }: Pick<RecordTable<unknown>, "name" | "own">) {
  const greatest = new Map<AccountId, number>();

  async function greatestId(account: AccountId): Promise<number> {
    const known = greatest.get(account);
    if (known !== undefined) return known;
    const [row] = await session.query(`SELECT id FROM ${name} WHERE ${own} AND id > 0 ORDER BY id DESC LIMIT 1`, [
      account,
    ]);
    const id = Number(row?.["id"] ?? 0);
    greatest.set(account, id);
    return id;
  }

  return {
    /** Returns the ids that are not greater than the greatest stored id. The other ids are new. */
    async among<Id extends number>(account: AccountId, ids: readonly Id[]): Promise<readonly Id[]> {
      const last = await greatestId(account);
      return ids.filter((id) => id <= last);
    },
    /** Updates the highest stored id after records have been stored. */
    note(account: AccountId, records: readonly { readonly id: AnyId }[]): void {
      const last = greatest.get(account);
      if (last === undefined) return;
      greatest.set(
        account,
        records.reduce((max, { id }) => Math.max(max, id), last),
      );
    },
  };
}
