import type { AccountId } from "@repute/domain";
import type { DatabaseOptions } from "./database.js";
import { describeTables } from "./move/moved-tables.js";
import { openTables } from "./open-database.js";
import { emptied } from "./stores/account-store.js";

/** Size of an account. `bytes` is the size of the stored values, without indexes and free space. */
export type AccountSize = { readonly rows: number; readonly bytes: number };

const sized: readonly string[] = ["credentials", "clients", "audit", "audit_failures", ...emptied];

/** Measures an account of the database. Reads all rows of the account, so do not call it in a server. */
export async function accountSize(options: DatabaseOptions, account: AccountId): Promise<AccountSize> {
  const { engine, close } = await openTables(options);
  try {
    return await engine.read(account, async (session) => {
      let [rows, bytes] = [0, 0];
      for (const { name, columns } of await describeTables(session, sized)) {
        const values = columns.map((column) => `coalesce(${session.dialect.bytesOf}("${column.name}"), 0)`);
        const sizes = `count(*) AS count, coalesce(sum(${values.join(" + ")}), 0) AS bytes`;
        const [found] = await session.query(`SELECT ${sizes} FROM "${name}" WHERE account_id = $1`, [account]);
        rows += Number(found?.["count"]);
        bytes += Number(found?.["bytes"]);
      }
      return { rows, bytes };
    });
  } finally {
    await close();
  }
}
