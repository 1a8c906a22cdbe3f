import type { EntitySchema } from "typeorm";
import { tableOf } from "../rows/table.js";
import type { Session } from "../session.js";

/** The id after the greatest one of a table that never loses rows. */
export async function nextId<Row extends { id: number }>(unit: Session, schema: EntitySchema<Row>): Promise<number> {
  const [row] = await unit.query(`SELECT coalesce(max(id), 0) + 1 AS id FROM ${tableOf(unit, schema).name}`);
  return row?.["id"] as number;
}
