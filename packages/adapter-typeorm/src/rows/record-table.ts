import type { AccountId } from "@repute/domain";
import type { EntitySchema } from "typeorm";
import type { Session, Value } from "../session.js";
import type { AccountRow } from "./columns.js";
import { select, upsert } from "./statements.js";

/** A table of an account's records: rows in the database, records outside. */
export function recordTable<Row extends AccountRow, Item>(
  schema: EntitySchema<Row>,
  toRow: (account: AccountId, item: Item) => Row,
  fromRow: (row: Row) => Item,
) {
  const columns = new Set(Object.values(schema.options.columns).map((column) => (column as { name: string }).name));
  return {
    schema,
    name: schema.options.tableName,
    /** The condition, on the account bound at `$1`, under which rows belong to it. */
    own: "account_id = $1",
    /** The same table, of whose rows only those belong to it that meet a condition. */
    where(condition: string) {
      return { ...this, own: `${this.own} AND ${condition}` };
    },
    /** Whether the table has a column of this name. */
    has: (column: string): boolean => columns.has(column),
    /** The records that a condition, with what may follow it, selects. */
    async find(session: Session, where: string, values: readonly Value[]): Promise<Item[]> {
      return (await select(session, schema, where, values)).map(fromRow);
    },
    /** All of the account's, by id ascending. */
    all(session: Session, account: AccountId): Promise<Item[]> {
      return this.find(session, `${this.own} ORDER BY id`, [account]);
    },
    /** Inserts records, or replaces those with the same key. */
    save(session: Session, account: AccountId, items: readonly Item[]): Promise<void> {
      return upsert(
        session,
        schema,
        items.map((item) => toRow(account, item)),
      );
    },
  };
}
