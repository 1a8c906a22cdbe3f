import { setImmediate } from "node:timers/promises";
import type { EntitySchema, ObjectLiteral } from "typeorm";
import type { Session, Value } from "../session.js";
import { lastOfEach, slices } from "./slices.js";
import type { Column, Table } from "./table.js";
import { tableOf } from "./table.js";

/** The rows of a schema's table that a condition, with what may follow it, selects. */
export async function select<Row extends ObjectLiteral>(
  session: Session,
  schema: EntitySchema<Row>,
  where: string,
  values: readonly Value[],
): Promise<Row[]> {
  const { name, selection, hydrate } = tableOf(session, schema);
  const rows = await session.query(`SELECT ${selection} FROM ${name} WHERE ${where}`, values);
  return rows.map((row) => hydrate(row) as Row);
}

/** Inserts rows, or replaces those with the same primary key; other work gets its turn between slices. */
export async function upsert<Row extends ObjectLiteral>(
  session: Session,
  schema: EntitySchema<Row>,
  rows: readonly Row[],
): Promise<void> {
  const table = tableOf(session, schema);
  const changes = table.columns.filter(({ property }) => !table.key.some((key) => key.property === property));
  const update = `UPDATE SET ${changes.map(({ name }) => `${name} = excluded.${name}`).join(", ")}`;
  const sql = `${insertion(session, table)} ON CONFLICT (${namesOf(table.key)}) DO ${changes.length > 0 ? update : "NOTHING"}`;
  const last = lastOfEach(rows, (row) => jsonOf(table.key, row));
  const rendered = last.map((row) => jsonOf(table.columns, row));
  for (const slice of slices(rendered, ({ length }) => length)) {
    await session.run(sql, [`[${slice.join(",")}]`]);
    await setImmediate();
  }
}

/** Inserts rows that are new; other work gets its turn between slices, and none while a single one is written. */
export async function append<Row extends ObjectLiteral>(
  session: Session,
  schema: EntitySchema<Row>,
  rows: readonly Row[],
): Promise<void> {
  const table = tableOf(session, schema);
  const rendered = rows.map((row) => jsonOf(table.columns, row));
  const [first = [], ...others] = slices(rendered, ({ length }) => length);
  await session.run(insertion(session, table), [`[${first.join(",")}]`]);
  for (const slice of others) {
    await setImmediate();
    await session.run(insertion(session, table), [`[${slice.join(",")}]`]);
  }
}

/** Inserts one row unless a unique value of it is taken; answers whether it did. */
export async function insert<Row extends ObjectLiteral>(
  session: Session,
  schema: EntitySchema<Row>,
  row: Row,
): Promise<boolean> {
  const table = tableOf(session, schema);
  const sql = `${insertion(session, table)} ON CONFLICT DO NOTHING`;
  return (await session.run(sql, [`[${jsonOf(table.columns, row)}]`])) > 0;
}

/** `WHERE true` keeps SQLite from reading the conflict clause as a join's condition. */
function insertion({ dialect }: Session, { name, columns }: Table): string {
  const members = columns.map(({ kind }, index) => dialect.member(index, kind));
  return `INSERT INTO ${name} (${namesOf(columns)}) SELECT ${members.join(", ")} FROM ${dialect.elements("$1")} WHERE true`;
}

const namesOf = (columns: readonly Column[]): string => columns.map(({ name }) => name).join(", ");

const jsonOf = (columns: readonly Column[], row: ObjectLiteral): string =>
  JSON.stringify(columns.map(({ property }) => row[property] as Value));
