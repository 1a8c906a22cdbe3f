import { setImmediate } from "node:timers/promises";
import type { Insertion, Session, Value } from "../engine/session.js";
import { type Column, namesOf, quoted } from "./columns.js";
import { isAmong } from "./lookup-table.js";
import { lastOfEach, maxAdded, slices } from "./slices.js";

/** Table with its quoted name and its columns. */
type Target = { readonly name: string; readonly columns: readonly Column[] };
type Row = readonly Value[];

/** Inserts rows, or replaces rows with the same primary key. Yields to the event loop after each batch. */
export async function upsert(session: Session, target: Target, rows: readonly Row[]): Promise<void> {
  const { columns } = target;
  const keys = columns.flatMap(({ isKey }, index) => (isKey ? [index] : []));
  const changes = columns.filter(({ isKey }) => !isKey).map(({ name }) => `${quoted(name)} = excluded.${quoted(name)}`);
  const action = changes.length > 0 ? `UPDATE SET ${changes.join(", ")}` : "NOTHING";
  const conflict = namesOf(columns.filter(({ isKey }) => isKey));
  const insertion = insertionInto(target, `ON CONFLICT (${conflict}) DO ${action}`);
  const last = lastOfEach(rows, (row) => JSON.stringify(keys.map((index) => row[index])));
  for (const slice of slices(last, sizeOf)) {
    await session.put(insertion, slice);
    await setImmediate();
  }
}

/** Inserts new rows. Yields to the event loop between batches. */
export async function append(session: Session, target: Target, rows: readonly Row[]): Promise<void> {
  const insertion = insertionInto(target, "");
  const [first, ...others] = slices(rows, sizeOf, maxAdded);
  if (first === undefined) return;
  await session.put(insertion, first);
  for (const slice of others) {
    await setImmediate();
    await session.put(insertion, slice);
  }
}

/** Inserts short rows, and skips rows whose primary key already exists. Yields to the event loop after each batch. */
export async function add(session: Session, target: Target, rows: readonly Row[]): Promise<void> {
  async function put(insertion: Insertion): Promise<void> {
    for (const slice of slices(rows, () => 1, maxAdded)) {
      await session.put(insertion, slice);
      await setImmediate();
    }
  }
  if (await session.attempt(() => put(insertionInto(target, "")))) return;
  await put(insertionInto(target, "ON CONFLICT DO NOTHING"));
}

/** Deletes the account's rows with the primary keys of `rows`. Yields to the event loop after each batch. */
export async function remove(
  session: Session,
  { name, columns }: Target,
  account: number,
  rows: readonly Row[],
): Promise<void> {
  const places = columns.flatMap(({ isKey }, index) => (isKey && index > 0 ? [index] : []));
  const keys = places.map((index) => columns[index] as Column);
  const kinds = Object.fromEntries(keys.map((key) => [quoted(key.name), key.kind]));
  const rowsOf = { table: name, condition: "account_id = $1", keys: kinds };
  const sql = `DELETE FROM ${name} WHERE ${isAmong(session.dialect, rowsOf, "$2")}`;
  for (const slice of rendered(rows.map((row) => places.map((index) => row[index] as Value)))) {
    await session.run(sql, [account, slice]);
    await setImmediate();
  }
}

/** Inserts a row. Returns false if a unique value already exists. */
export async function insert(session: Session, target: Target, row: Row): Promise<boolean> {
  return (await session.insert(insertionInto(target, "ON CONFLICT DO NOTHING"), [row])) > 0;
}

/** Encodes rows as JSON arrays, one array per statement. */
function* rendered(rows: readonly Row[]): Generator<string, void> {
  const texts = rows.map((row) => JSON.stringify(row));
  for (const slice of slices(texts, ({ length }) => length)) yield `[${slice.join(",")}]`;
}

const insertionInto = ({ name, columns }: Target, action: string): Insertion => ({ table: name, columns, action });

function sizeOf(row: Row): number {
  let size = 0;
  for (const value of row) size += typeof value === "string" ? value.length : 8;
  return size;
}
