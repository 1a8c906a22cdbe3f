import type { ListChanges, Upsert } from "../page.js";
import { readNested, itemReader, moment } from "../shape/values.js";
import type { Table } from "../shape/table.js";
import type { Engine, Row } from "./engine.js";
import { layoutsOf, tableOf } from "./layout.js";

/** Stores what changed on a list in its tables, whose names begin with `prefix`. */
export async function storeChanges(engine: Engine, prefix: string, changes: ListChanges): Promise<void> {
  const { list, deletes, upserts } = changes;
  const table = tableOf(list);
  const [own, ...children] = layoutsOf(table);
  if (own && deletes.length > 0) await engine.remove(prefix + own.name, deletes);
  const ids = [...deletes, ...upserts.map(({ id }) => id)];
  for (const { name } of children) await engine.remove(prefix + name, ids);
  if (own && upserts.length > 0) await engine.upsert(prefix + own.name, own.columns, own.keys, rowsOf(table, upserts));
  for (const [place, { name, columns, keys }] of children.entries()) {
    const rows = upserts.flatMap((upsert) => nestedRows(table, place, upsert));
    if (rows.length > 0) await engine.upsert(prefix + name, columns, keys, rows);
  }
}

function rowsOf(table: Table, upserts: readonly Upsert[]): Row[] {
  const read = readerOf(table);
  return upserts.map(({ id, changedAt, checksum, item }) => {
    const { values, extra } = read(item);
    return [id, moment(changedAt) ?? null, checksum, ...values, extra];
  });
}

function nestedRows({ children }: Table, place: number, { id, item }: Upsert): Row[] {
  const nested = children[place];
  if (!nested) return [];
  return nested.rows(item).map((row, index) => [id, index, ...readNested(nested.columns.slice(2), row)]);
}

const readers = new WeakMap<Table, ReturnType<typeof itemReader>>();

function readerOf(table: Table): ReturnType<typeof itemReader> {
  let reader = readers.get(table);
  if (!reader) readers.set(table, (reader = itemReader(table)));
  return reader;
}
