import type { AccountId, AnyId } from "@repute/domain";
import type { RecordTable } from "../tables/table.js";
import type { Session } from "../engine/session.js";

/**
 * Finds the records that a table may already contain, during a unit of work: those up to the highest id. New records
 * usually have higher ids and need no lookup.
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
    /** Returns the ids that may exist. */
    async among<Id extends number>(account: AccountId, ids: readonly Id[]): Promise<readonly Id[]> {
      const last = await greatestId(account);
      return ids.filter((id) => id <= last);
    },
    /** Records the ids of stored records. */
    note(account: AccountId, records: readonly { readonly id: AnyId }[]): void {
      const last = greatest.get(account);
      if (last === undefined) return;
      greatest.set(
        account,
        records.reduce((most, { id }) => Math.max(most, id), last),
      );
    },
  };
}
