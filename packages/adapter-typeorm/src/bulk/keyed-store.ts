import type { AccountId, AnyId, Bulk, KeyedStore } from "@repute/domain";
import type { Session } from "../engine/session.js";
import { minForJoin, recordStore, withOneOf } from "../stores/record-store.js";
import { storedRecords } from "../stores/stored-records.js";
import type { RecordTable } from "../tables/table.js";
import { gatherKeys } from "./bulk-store.js";
import type { KeyTable } from "./key-table.js";

/** Returns a store for records with lookup keys. */
export function keyedStore<R extends { readonly id: AnyId }>(
  session: Session,
  table: RecordTable<R>,
  keyTables: readonly KeyTable<R>[],
): KeyedStore<R> {
  const { byIds: find, remove, page } = recordStore(session, table);
  const stored = storedRecords(session, table);

  async function byIds(account: AccountId, ids: readonly R["id"][]): Promise<R[]> {
    return ids.length < minForJoin
      ? find(account, ids)
      : withOneOf(session, table, account, "id", await stored.among(account, ids));
  }

  async function addKeysOf(account: AccountId, records: readonly R[]): Promise<void> {
    for (const keys of keyTables) await keys.append(session, account, records);
  }

  const removeKeysOf = async (account: AccountId, records: readonly R[]): Promise<void> => {
    for (const keys of keyTables) await keys.remove(session, account, records);
  };

  async function replace(account: AccountId, before: readonly R[], after: readonly R[]): Promise<void> {
    await removeKeysOf(account, before);
    await table.save(session, account, after);
    await addKeysOf(account, after);
  }

  /**
   * Keeps the last of several records with the same id.
   * Also returns the stored records with these ids, and the new records.
   */
  async function versionsOf(account: AccountId, records: readonly R[]) {
    const last = new Map(records.map((one) => [one.id, one]));
    const before = await byIds(account, [...last.keys()]);
    stored.note(account, [...last.values()]);
    const known = new Set(before.map(({ id }) => id));
    const added = [...last.values()].filter(({ id }) => !known.has(id));
    return { last, before, added };
  }

  return {
    byIds,
    page,
    async save(account, records, bulk?: Bulk) {
      const { last, before, added } = await versionsOf(account, records);
      const textOf = (record: R) => JSON.stringify(table.rowOf(account, record));
      // An interrupted bulk save may have stored a record without its keys.
      const isSame = (one: R) => bulk !== undefined && textOf(one) === textOf(last.get(one.id) as R);
      const [same, replaced] = [before.filter(isSame), before.filter((one) => !isSame(one))];
      await replace(
        account,
        replaced,
        replaced.map(({ id }) => last.get(id) as R),
      );
      await table.append(session, account, added);
      if (bulk) await gatherKeys(bulk, keyTables, account, [...same, ...added]);
      else await addKeysOf(account, added);
    },
    async remove(account, ids) {
      await removeKeysOf(account, await byIds(account, ids));
      await remove(account, ids);
    },
  };
}
