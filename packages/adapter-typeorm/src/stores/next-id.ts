import type { AccountId } from "@repute/domain";
import type { Session } from "../engine/session.js";

/** Returns the next id: the highest id in a table plus one. Rows of the table must never be deleted. */
export async function nextId(unit: Session, { name }: { readonly name: string }): Promise<number> {
  const [row] = await unit.query(`SELECT coalesce(max(id), 0) + 1 AS id FROM ${name}`);
  return row?.["id"] as number;
}

/** Returns the highest id of an account's records, or 0 if the account has no records. */
export async function greatestId(
  session: Session,
  { name }: { readonly name: string },
  account: AccountId,
): Promise<number> {
  const [row] = await session.query(`SELECT id FROM ${name} WHERE account_id = $1 ORDER BY id DESC LIMIT 1`, [account]);
  return Number(row?.["id"] ?? 0);
}
