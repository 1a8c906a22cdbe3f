import { setImmediate } from "node:timers/promises";
import type { ListChanges, Upsert } from "../page.js";
import type { ChildTable, Table } from "../shape/table.js";
import { type Layout, layoutsOf, tableOf } from "../shape/tables.js";
import { itemReader, moment, nestedReader } from "../shape/values.js";
import type { Encoder, Engine, Row } from "./engine.js";

/** Stores the changes of a list in its tables. `prefix` is the prefix of the table names. */
export async function storeChanges(engine: Engine, prefix: string, changes: ListChanges): Promise<void> {
  const { list, deletes, upserts } = changes;
  const table = tableOf(list);
  const [own, ...children] = layoutsOf(table);
  if (own && deletes.length > 0) await engine.remove(prefix + own.name, deletes);
  const ids = [...deletes, ...upserts.map(({ id }) => id)];
  for (const { name } of children) await engine.remove(prefix + name, ids);
  for (const slice of slices(upserts)) await storeSlice(engine, prefix, table, slice);
}

/** Maximum number of rows of one table per insert. */
const maxRows = 20_000;

async function storeSlice(engine: Engine, prefix: string, table: Table, upserts: readonly Upsert[]): Promise<void> {
  const layouts = layoutsOf(table).map((layout) => ({ ...layout, rows: [] as Row[] }));
  const store = async (minRows: number) => {
    for (const [place, layout] of layouts.entries()) {
      const { name, columns, keys, rows } = layout;
      if (rows.length < minRows) continue;
      await engine.upsert(prefix + name, columns, place === 0 ? keys : 0, rows);
      layout.rows = [];
    }
  };
  for (const upsert of upserts) {
    addRows(table, upsert, (place, row) => layouts[place]?.rows.push(row));
    if (layouts.some(({ rows }) => rows.length >= maxRows)) await store(maxRows);
  }
  await store(1);
}

/** Parses an item, and calls `take` for the item's row and for each nested row. `place` is 0 for the item's row. */
export function addRows(table: Table, upsert: Upsert, take: (place: number, row: Row) => void): void {
  const { read, children } = readersOf(table);
  const { id, changedAt, checksum, item } = upsert;
  const { values, extra } = read(item);
  take(0, [id, moment(changedAt) ?? null, checksum, ...values, extra]);
  for (const { place, rows, readRow } of children) {
    let index = 0;
    for (const row of rows(item)) take(place, [id, index++, ...readRow(row)]);
  }
}

type Readers = {
  readonly read: ReturnType<typeof itemReader>;
  readonly children: readonly (Pick<ChildTable, "rows"> & {
    readonly place: number;
    readonly readRow: ReturnType<typeof nestedReader>;
  })[];
};

const known = new WeakMap<Table, Readers>();

function readersOf(table: Table): Readers {
  let readers = known.get(table);
  if (!readers) {
    const children = table.children.map(({ rows, columns }, index) => ({
      ...{ rows, place: index + 1 },
      readRow: nestedReader(columns.slice(2)),
    }));
    known.set(table, (readers = { read: itemReader(table), children }));
  }
  return readers;
}

type Fresh = NonNullable<Engine["fresh"]>;

/** Encoded rows with the table to insert them into. */
type EncodedTables = readonly (Layout & { readonly rows: Encoder })[];

/** Encoded rows of a list, with the number of upserts and the size in bytes. */
export type Encoded = { readonly tables: EncodedTables; readonly upserts: number; readonly bytes: number };

/** Returns true if all rows are new and no id appears twice. The rows can then be inserted with faster statements. */
export async function areNew(
  { hasSome }: NonNullable<Engine["fresh"]>,
  prefix: string,
  changes: readonly ListChanges[],
): Promise<boolean> {
  if (changes.some(({ deletes }) => deletes.length > 0)) return false;
  const ids = new Map<string, Set<string>>();
  for (const { list, upserts } of changes) {
    const found = ids.get(list) ?? new Set();
    const size = found.size + upserts.length;
    for (const { id } of upserts) found.add(id);
    if (found.size < size) return false;
    ids.set(list, found);
  }
  for (const [list, found] of ids) if (await hasSome(prefix + tableOf(list).name, [...found])) return false;
  return true;
}

const rowsAtOnce = 50;

/** Maximum size, in bytes, of encoded rows per insert. */
const maxInsert = 16_777_216;

/**
 * Encodes the rows of a list, starting at row `from`, until they reach `maxBytes`.
 * Yields to other tasks between small batches.
 */
export async function encoded(
  { encoder, direct }: Fresh,
  { list, upserts }: ListChanges,
  from: number,
  maxBytes: number,
): Promise<Encoded> {
  const table = tableOf(list);
  const all = layoutsOf(table).map((layout) => ({ ...layout, rows: encoder() }));
  const add = direct(
    table,
    all.map(({ rows }) => rows),
  );
  let [end, bytes] = [from, 0];
  for (const slice of slices(from === 0 ? upserts : upserts.slice(from), rowsAtOnce)) {
    const others = slice.filter((upsert) => !add(upsert));
    for (const other of others) addRows(table, other, (place, row) => all[place]?.rows.add(row));
    end += slice.length;
    bytes = all.reduce((sum, { rows }) => sum + rows.bytes, 0);
    if (bytes >= maxBytes) break;
    await setImmediate();
  }
  return { tables: all, upserts: end, bytes };
}

/** Inserts rows in batches of limited size. The table must not contain any of them yet. */
export async function storeFresh(
  fresh: Fresh,
  prefix: string,
  changes: readonly ListChanges[],
  prepared: (one: ListChanges) => Encoded | undefined,
): Promise<void> {
  let tables: EncodedTables = [];
  let bytes = 0;
  const add = async (part: Encoded) => {
    tables = [...tables, ...part.tables];
    bytes += part.bytes;
    if (bytes < maxInsert) return;
    await insertTables(fresh, prefix, tables);
    [tables, bytes] = [[], 0];
  };
  for (const one of changes) {
    const first = prepared(one);
    let start = first?.upserts ?? 0;
    if (first) await add(first);
    while (start < one.upserts.length) {
      const part = await encoded(fresh, one, start, maxInsert);
      start = part.upserts;
      await add(part);
    }
  }
  await insertTables(fresh, prefix, tables);
}

async function insertTables({ insert }: Fresh, prefix: string, all: EncodedTables): Promise<void> {
  const tables = new Map<string, { readonly columns: Layout["columns"]; readonly rows: Encoder[] }>();
  for (const { name, columns, rows } of all) {
    const table = tables.get(name) ?? { columns, rows: [] };
    if (rows.count > 0) tables.set(name, table).get(name)?.rows.push(rows);
  }
  for (const [name, { columns, rows }] of tables) await insert(prefix + name, columns, rows);
}

/** Maximum estimated memory, in bytes, of the items that are parsed together. */
const sliceWeight = 4_194_304;

/** Splits rows into batches of limited memory, in order. Each batch has at least one row. */
export function* slices(upserts: readonly Upsert[], maxRows = Infinity): Generator<readonly Upsert[]> {
  for (let start = 0, end = 0; start < upserts.length; start = end) {
    let weight = 0;
    for (end = start; end < upserts.length && end - start < maxRows; end += 1) {
      weight += upserts[end]?.place?.weight ?? 0;
      if (weight > sliceWeight && end > start) break;
    }
    yield upserts.slice(start, end);
  }
}
