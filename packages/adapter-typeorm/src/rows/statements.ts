import { setImmediate } from "node:timers/promises";
import type { Session, Value } from "../session.js";
import type { Column } from "./columns.js";
import { lastOfEach, slices } from "./slices.js";

/** A table, its name as it stands in SQL; its rows have one value for each column. */
type Target = { readonly name: string; readonly columns: readonly Column[] };
type Row = readonly Value[];

/** Inserts rows, or replaces those with the same primary key; other work gets its turn between slices. */
export async function upsert(session: Session, target: Target, rows: readonly Row[]): Promise<void> {
  const { columns } = target;
  const keys = columns.flatMap(({ isKey }, index) => (isKey ? [index] : []));
  const changes = columns.filter(({ isKey }) => !isKey).map(({ name }) => `${quoted(name)} = excluded.${quoted(name)}`);
  const action = changes.length > 0 ? `UPDATE SET ${changes.join(", ")}` : "NOTHING";
  const conflict = namesOf(columns.filter(({ isKey }) => isKey));
  const sql = `${insertion(session, target)} ON CONFLICT (${conflict}) DO ${action}`;
  const last = lastOfEach(rows, (row) => JSON.stringify(keys.map((index) => row[index])));
  for (const slice of rendered(last)) {
    await session.run(sql, [slice]);
    await setImmediate();
  }
}

/** Inserts rows that are new; other work gets its turn between slices, and none while a single one is written. */
export async function append(session: Session, target: Target, rows: readonly Row[]): Promise<void> {
  const [first, ...others] = rendered(rows);
  if (first === undefined) return;
  await session.run(insertion(session, target), [first]);
  for (const slice of others) {
    await setImmediate();
    await session.run(insertion(session, target), [slice]);
  }
}

/** Takes an account's rows out that have the primary keys of these; other work gets its turn between slices. */
export async function remove(
  session: Session,
  { name, columns }: Target,
  account: number,
  rows: readonly Row[],
): Promise<void> {
  const places = columns.flatMap(({ isKey }, index) => (isKey && index > 0 ? [index] : []));
  const keys = places.map((index) => columns[index] as Column);
  const members = keys.map(({ kind }, index) => session.dialect.member(index, kind));
  const sql = `DELETE FROM ${name} WHERE account_id = $1 AND (${namesOf(keys)}) IN
    (SELECT ${members.join(", ")} FROM ${session.dialect.elements("$2")})`;
  for (const slice of rendered(rows.map((row) => places.map((index) => row[index] as Value)))) {
    await session.run(sql, [account, slice]);
    await setImmediate();
  }
}

/** Inserts one row unless a unique value of it is taken; returns whether it did. */
export async function insert(session: Session, target: Target, row: Row): Promise<boolean> {
  const sql = `${insertion(session, target)} ON CONFLICT DO NOTHING`;
  return (await session.run(sql, [JSON.stringify([row])])) > 0;
}

/** Rows as statements are given them, some at a time. */
function* rendered(rows: readonly Row[]): Generator<string, void> {
  const texts = rows.map((row) => JSON.stringify(row));
  for (const slice of slices(texts, ({ length }) => length)) yield `[${slice.join(",")}]`;
}

/** `WHERE true` keeps SQLite from reading the conflict clause as a join's condition. */
function insertion({ dialect }: Session, { name, columns }: Target): string {
  const members = columns.map(({ kind }, index) => dialect.member(index, kind));
  return `INSERT INTO ${name} (${namesOf(columns)})
    SELECT ${members.join(", ")} FROM ${dialect.elements("$1")} WHERE true`;
}

/** Columns as they stand in SQL. */
export const namesOf = (columns: readonly Column[]): string => columns.map(({ name }) => quoted(name)).join(", ");

/** A name as it stands in SQL. */
export const quoted = (name: string): string => `"${name}"`;
