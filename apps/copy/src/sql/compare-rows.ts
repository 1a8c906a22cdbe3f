import type { ListChanges, Upsert } from "../page.js";
import type { Column } from "../shape/table.js";
import { type Layout, layoutsOf, tableOf } from "../shape/tables.js";
import { isSameValue } from "../shape/values.js";
import type { Comparing, RowDifference } from "../target.js";
import { type Engine, quoted, type Row, type StoredRow } from "./engine.js";
import { addRows, slices, storeChanges } from "./store-changes.js";

const rowsAtOnce = 1_000;

/** Compares the tables of the given lists with the rows of the source. See `Target.compare`. */
export function comparing(engine: Engine, lists: readonly string[], isRepaired: boolean): Comparing {
  const seen = new Map(lists.map((list) => [list, new Set<string>()]));
  let isWriting = false;

  const store = async (changes: ListChanges) => {
    if (!isRepaired) return;
    if (!isWriting) await engine.begin(false);
    isWriting = true;
    await storeChanges(engine, "", changes);
  };

  return {
    async page(changes) {
      const found: RowDifference[] = [];
      for (const { list, upserts } of changes) {
        const ids = seen.get(list);
        if (!ids) continue;
        for (const slice of slices(upserts, rowsAtOnce)) {
          for (const { id } of slice) ids.add(id);
          const differing = await differingRows(engine, list, slice);
          if (differing.length === 0) continue;
          found.push(...differing);
          const wrong = new Set(differing.map(({ id }) => id));
          await store({ list, deletes: [], upserts: slice.filter(({ id }) => wrong.has(id)) });
        }
      }
      return found;
    },
    async end() {
      const found: RowDifference[] = [];
      for (const [list, ids] of seen) {
        const extra = await extraIds(engine, list, ids);
        if (extra.length === 0) continue;
        found.push(...extra.map((id) => ({ list, id, what: "extra" as const })));
        await store({ list, deletes: extra, upserts: [] });
      }
      if (isWriting) await engine.commit();
      return found;
    },
    async abandon() {
      if (isWriting) await engine.rollback();
    },
  };
}

/** Rows grouped by the id of their parent row. */
type Grouped<R> = ReadonlyMap<string, readonly R[]>;

async function differingRows(engine: Engine, list: string, upserts: readonly Upsert[]): Promise<RowDifference[]> {
  const table = tableOf(list);
  const ids = upserts.map(({ id }) => id);
  const layouts = layoutsOf(table);
  const wanted = layouts.map((): Row[] => []);
  for (const upsert of upserts) addRows(table, upsert, (place, row) => wanted[place]?.push(row));
  const wrong = new Map<string, RowDifference["what"]>();
  for (const [place, layout] of layouts.entries()) {
    const stored = await engine.find(layout.name, layout.columns, ids);
    for (const [id, what] of differing(layout, ids, wanted[place] ?? [], stored, place === 0)) {
      if (!wrong.has(id)) wrong.set(id, what);
    }
  }
  return [...wrong].map(([id, what]) => ({ list, id, what }));
}

/** Yields the ids of rows that differ in one table, including rows that the copy lacks. */
function* differing(
  { columns }: Layout,
  ids: readonly string[],
  wanted: readonly Row[],
  found: readonly StoredRow[],
  isOwn: boolean,
): Generator<readonly [id: string, what: RowDifference["what"]]> {
  const there = grouped(found, (row) => String(row["_id"]));
  const expected = grouped(wanted, ([id]) => String(id));
  for (const id of ids) {
    const stored = there.get(id) ?? [];
    if (isOwn && stored.length === 0) yield [id, "missing"];
    else if (!areSame(columns, expected.get(id) ?? [], stored)) yield [id, "changed"];
  }
}

function grouped<R>(rows: readonly R[], idOf: (row: R) => string): Grouped<R> {
  const groups = new Map<string, R[]>();
  for (const row of rows) {
    const group = groups.get(idOf(row));
    if (group) group.push(row);
    else groups.set(idOf(row), [row]);
  }
  return groups;
}

function areSame(columns: readonly Column[], rows: readonly Row[], stored: readonly StoredRow[]): boolean {
  if (rows.length !== stored.length) return false;
  const inOrder = stored.length > 1 ? [...stored].sort((a, b) => Number(a["_index"]) - Number(b["_index"])) : stored;
  return rows.every((row, place) =>
    columns.every(({ name, type }, column) => isSameValue(type, row[column], inOrder[place]?.[name])),
  );
}

/** Returns the ids that exist in a list's tables but not in the source. */
async function extraIds(engine: Engine, list: string, known: ReadonlySet<string>): Promise<string[]> {
  const [own, ...children] = layoutsOf(tableOf(list));
  if (!own) return [];
  const idsOf = async (sql: string) => (await engine.rows(sql)).map((row) => String(row["_id"]));
  const extra = new Set((await idsOf(`SELECT _id FROM ${quoted(own.name)}`)).filter((id) => !known.has(id)));
  for (const { name } of children) {
    const orphans = `SELECT DISTINCT _id FROM ${quoted(name)} WHERE _id NOT IN (SELECT _id FROM ${quoted(own.name)})`;
    for (const id of await idsOf(orphans)) if (!known.has(id)) extra.add(id);
  }
  return [...extra];
}
