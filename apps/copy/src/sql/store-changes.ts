import { setImmediate } from "node:timers/promises";
import type { ListChanges, Upsert } from "../page.js";
import { itemReader, moment, nestedReader } from "../shape/values.js";
import type { ChildTable, Table } from "../shape/table.js";
import type { Encoder, Engine, Row } from "./engine.js";
import type { Layout } from "./layout.js";
import { layoutsOf, tableOf } from "./layout.js";
import { slices } from "./slices.js";

type Fresh = NonNullable<Engine["fresh"]>;

/** Rows that are probably all new, by table, in the form in which a database takes them. */
export type Encoded = readonly (Layout & { readonly rows: Encoder })[];

const rowsAtOnce = 50;

/** Encodes the rows of a list a few at a time, so that what is stored meanwhile goes on. */
export async function encoded({ encoder, direct }: Fresh, { list, upserts }: ListChanges): Promise<Encoded> {
  const table = tableOf(list);
  const all = layoutsOf(table).map((layout) => ({ ...layout, rows: encoder() }));
  const add = direct(
    table,
    all.map(({ rows }) => rows),
  );
  for (const slice of slices(upserts, rowsAtOnce)) {
    const others = slice.filter((upsert) => !add(upsert));
    eachRow(table, others, (place, row) => all[place]?.rows.add(row));
    await setImmediate();
  }
  return all;
}

/** Stores rows that are probably all new, those of a table together: an error tells if one is not. */
export async function storeFresh({ insert }: Fresh, prefix: string, all: Encoded): Promise<void> {
  const tables = new Map<string, { readonly columns: Layout["columns"]; readonly rows: Encoder[] }>();
  for (const { name, columns, rows } of all) {
    const table = tables.get(name) ?? { columns, rows: [] };
    if (rows.count > 0) tables.set(name, table).get(name)?.rows.push(rows);
  }
  for (const [name, { columns, rows }] of tables) await insert(prefix + name, columns, rows);
}

/** Stores what changed on a list in its tables, whose names begin with `prefix`. */
export async function storeChanges(engine: Engine, prefix: string, changes: ListChanges): Promise<void> {
  const { list, deletes, upserts } = changes;
  const table = tableOf(list);
  const [own, ...children] = layoutsOf(table);
  if (own && deletes.length > 0) await engine.remove(prefix + own.name, deletes);
  const ids = [...deletes, ...upserts.map(({ id }) => id)];
  for (const { name } of children) await engine.remove(prefix + name, ids);
  for (const slice of slices(upserts)) await storeSlice(engine, prefix, table, slice);
}

async function storeSlice(engine: Engine, prefix: string, table: Table, upserts: readonly Upsert[]): Promise<void> {
  const layouts = layoutsOf(table).map((layout) => ({ ...layout, rows: [] as Row[] }));
  eachRow(table, upserts, (place, row) => layouts[place]?.rows.push(row));
  for (const [place, { name, columns, keys, rows }] of layouts.entries()) {
    if (rows.length > 0) await engine.upsert(prefix + name, columns, place === 0 ? keys : 0, rows);
  }
}

/** Makes the rows of a table (place 0) and of the tables of what is nested in it; each item is looked at once. */
function eachRow(table: Table, upserts: readonly Upsert[], take: (place: number, row: Row) => void): void {
  const { read, children } = readersOf(table);
  for (const { id, changedAt, checksum, item } of upserts) {
    const { values, extra } = read(item);
    take(0, [id, moment(changedAt) ?? null, checksum, ...values, extra]);
    for (const { place, rows, readRow } of children) {
      let index = 0;
      for (const row of rows(item)) take(place, [id, index++, ...readRow(row)]);
    }
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
