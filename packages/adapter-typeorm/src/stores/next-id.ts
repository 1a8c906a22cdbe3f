import type { Session } from "../session.js";

/** The id after the greatest one of a table that never loses rows. */
export async function nextId(unit: Session, { name }: { readonly name: string }): Promise<number> {
  const [row] = await unit.query(`SELECT coalesce(max(id), 0) + 1 AS id FROM ${name}`);
  return row?.["id"] as number;
}
