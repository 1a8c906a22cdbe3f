import type { AccountId, AnyId } from "@repute/domain";
import type { RecordTable } from "../rows/table.js";
import type { Session } from "../session.js";

/**
 * Tells for one unit of work which records a table may have already: those up to its greatest id. Most of many new ones come
 * after that, and nothing of theirs has to be looked for.
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
    /** Those of some ids that may be there. */
    async among<Id extends number>(account: AccountId, ids: readonly Id[]): Promise<readonly Id[]> {
      const last = await greatestId(account);
      return ids.filter((id) => id <= last);
    },
    /** To be told of records that are put in. */
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
