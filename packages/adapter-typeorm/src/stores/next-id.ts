import type { Session } from "../engine/session.js";

/** Returns the next id: the highest id in a table plus one. Rows of the table must never be deleted. */
export async function nextId(unit: Session, { name }: { readonly name: string }): Promise<number> {
  const [row] = await unit.query(`SELECT coalesce(max(id), 0) + 1 AS id FROM ${name}`);
  return row?.["id"] as number;
}
