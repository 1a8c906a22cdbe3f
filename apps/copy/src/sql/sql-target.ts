import { invalidSource } from "../copy-error.js";
import type { ListChanges, Origin, Upsert } from "../page.js";
import { knownTables, type Layout, layoutsOf, shapeVersion, tableOf } from "../shape/tables.js";
import { isSameValue } from "../shape/values.js";
import type { Comparing, OpenOptions, RowDifference, Target } from "../target.js";
import {
  type CopyState,
  forgetState,
  listsIn,
  listsText,
  makeStateTable,
  moveState,
  type Part,
  prefixes,
  readStates,
  resume,
  stateTable,
  writeState,
} from "./copy-state.js";
import {
  adoptTables,
  convertTables,
  dropNext,
  emptyOthers,
  makeTableRecord,
  makeTables,
  refuseStrangers,
  tableRecord,
} from "./copy-tables.js";
import { type Engine, quoted, type Row, type StoredRow, targetBusy, transact } from "./engine.js";
import { addExtras } from "./extras.js";
import {
  completeRunTable,
  counted,
  isScrubDue,
  logChanges,
  makeRunTable,
  markVerified,
  numbered,
  type Run,
  writeFailure,
  writeRun,
} from "./runs.js";
import { addRows, areNew, type Encoded, encoded, slices, storeChanges, storeFresh } from "./store-changes.js";

/** Maximum number of lists in a copy. The service has fewer than 30 lists. */
const maxLists = 100;

/** Maximum size, in bytes, of encoded rows that are not stored yet. */
const maxPrepared = 16_777_216;

/** Creates a target in a SQL database, with tables for each list and a table for the state of the copy. */
export function sqlTarget(engine: Engine): Target {
  let origin: Origin = { source: "", lists: undefined };
  let state: CopyState | undefined;
  const prepared = new Map<ListChanges, Encoded>();
  let preparedBytes = 0;
  let options: OpenOptions = {};
  let run: Run = { startedAt: new Date().toISOString(), lists: new Map() };
  /** Copy that has not created its tables yet. They are created when the next rows are stored. */
  let pending: Part | undefined;
  /** True if the next rows are probably all new. */
  let isFirst = false;
  /** Values of the variables before the open transaction, for rollback. */
  let saved: { state: typeof state; pending: typeof pending; run: Run; isFirst: boolean } | undefined;

  const forgetPrepared = () => {
    prepared.clear();
    preparedBytes = 0;
  };

  const takePrepared = (one: ListChanges) => {
    const rows = prepared.get(one);
    prepared.delete(one);
    preparedBytes -= rows?.bytes ?? 0;
    return rows;
  };

  /** Creates the tables of a fresh copy in the transaction that stores its first rows. */
  const makePart = async (part: Part): Promise<CopyState> => {
    // Another process may have made a copy since the target was opened.
    if (part === "current" && (await engine.tables()).has(stateTable)) throw targetBusy();
    await makeStateTable(engine);
    await makeTableRecord(engine);
    await makeRunTable(engine);
    const tables = knownTables(origin.lists);
    if (part === "next") await dropNext(engine);
    await makeTables(engine, part, tables);
    const { source } = origin;
    const made = tables.map(({ list }) => list).join(",");
    const fresh = { part, source, lists: listsText(origin), cursor: null, complete: false, shape: shapeVersion, made };
    await writeState(engine, fresh);
    return fresh;
  };

  /**
   * Replaces the current copy with the fresh copy.
   * Retains the existing tables, because views and grants may depend on them.
   */
  const swap = async (fresh: CopyState) => {
    const tables = listsIn(fresh.made).map(tableOf);
    const replaced = (await readStates(engine)).get("current");
    if (replaced && replaced.shape !== fresh.shape) await convertTables(engine, knownTables(undefined));
    await makeTables(engine, "current", tables);
    const layouts = tables.flatMap(layoutsOf);
    for (const { name, columns } of layouts) await engine.refill(name, prefixes.next + name, columns);
    await dropNext(engine);
    await emptyOthers(engine, new Set(layouts.map(({ name }) => name)));
    await forgetState(engine, "next");
    const current: CopyState = { ...fresh, part: "current" };
    await writeState(engine, current);
    return current;
  };

  const store = async (changes: readonly ListChanges[], cursor: string, complete: boolean) => {
    if (pending) state = await makePart(pending);
    pending = undefined;
    const before = state;
    if (!before) throw new Error("The target must be opened before rows are stored");
    const made = listsIn(before.made);
    const strange = changes.map(({ list }) => list).filter((list) => !made.includes(list));
    const all = [...new Set([...made, ...strange])];
    const now = { ...before, source: origin.source, cursor, complete, made: all.join(",") };
    await moveState(engine, before, now);
    refuseLists(origin.source, all);
    if (strange.length > 0) await makeTables(engine, before.part, strange.map(tableOf));
    await storeRows(prefixes[before.part], changes);
    state = complete && now.part === "next" ? await swap(now) : now;
    if (complete) await addExtras(engine, listsIn(state.made));
    await record(changes, complete, now.part === "next");
  };

  const storeRows = async (prefix: string, changes: readonly ListChanges[]) => {
    const { fresh } = engine;
    if (fresh && isFirst && (await areNew(fresh, prefix, changes)))
      return storeFresh(fresh, prefix, changes, takePrepared);
    for (const one of changes) await storeChanges(engine, prefix, one);
  };

  /** Adds the changes that this run has stored to the history of runs. */
  const record = async (changes: readonly ListChanges[], complete: boolean, isReplaced: boolean) => {
    run = counted(await numbered(engine, run), changes);
    const leavesBytes = isReplaced || [...run.lists.values()].some(({ deletes }) => deletes > 0);
    if (!options.atomic || complete) await writeRun(engine, run, complete, !leavesBytes);
    if (options.logsChanges && !isFirst) await logChanges(engine, run, changes);
  };

  /** Rolls back an open transaction and restores the variables of the target. */
  const undo = async () => {
    if (!saved) return;
    ({ state, pending, run, isFirst } = saved);
    saved = undefined;
    forgetPrepared();
    await engine.rollback();
  };

  /** Overwrites the bytes of deleted rows in the database file, if the database supports it. */
  const scrub = async () => {
    if (engine.scrub && (await isScrubDue(engine))) await engine.scrub();
  };

  return {
    ...(engine.rowsTogether !== undefined && { rowsTogether: engine.rowsTogether }),
    async open(requested, how = {}) {
      await undo();
      [origin, options] = [requested, how];
      const there = await engine.tables();
      if (!there.has(stateTable)) {
        refuseStrangers(engine, there, knownTables(undefined));
        [state, pending, isFirst] = [undefined, "current", true];
        return undefined;
      }
      const states = await readStates(engine);
      const resumed = resume(states, there, requested, options);
      if (!there.has(tableRecord)) await transact(engine, () => adoptTables(engine, there, [...states.values()]));
      await completeRunTable(engine, there);
      state = resumed.state;
      pending = resumed.startsOver ? "next" : undefined;
      isFirst = resumed.startsOver || state.cursor === null;
      return resumed.startsOver ? undefined : (state.cursor ?? undefined);
    },
    async startOver() {
      await undo();
      forgetPrepared();
      [pending, isFirst] = [state ? "next" : "current", true];
    },
    async prepare(changes) {
      if (!engine.fresh || !isFirst) return;
      for (const one of changes) {
        if (preparedBytes >= maxPrepared) return;
        const rows = await encoded(engine.fresh, one, 0, maxPrepared - preparedBytes);
        prepared.set(one, rows);
        preparedBytes += rows.bytes;
      }
    },
    async apply(changes, cursor, complete) {
      try {
        if (!saved) {
          await engine.begin(pending === "current");
          saved = { state, pending, run, isFirst };
        }
        await store(changes, cursor, complete);
        changes.forEach(takePrepared);
        if (options.atomic && !complete) return;
        await engine.commit();
        saved = undefined;
      } catch (error) {
        await undo();
        throw error;
      }
      if (!complete) return;
      isFirst = false;
      await scrub();
    },
    async compare(isRepaired) {
      return comparing(engine, listsIn(state?.made), isRepaired);
    },
    async noteVerified(isEqual) {
      const { number } = run;
      if (number !== undefined) await transact(engine, () => markVerified(engine, number, isEqual));
    },
    async noteFailed(source, code) {
      await undo();
      const there = await engine.tables();
      if (!there.has(stateTable) || (await readStates(engine)).get("current")?.source !== source) return;
      await completeRunTable(engine, there);
      await transact(engine, () => writeFailure(engine, run, code));
    },
    async close() {
      await undo();
      await engine.close();
    },
  };
}

/** Throws `invalid_source` if the source has too many lists, or if two lists have the same table name. */
function refuseLists(source: string, lists: readonly string[]): void {
  if (lists.length > maxLists) throw invalidSource(source, `more than ${maxLists} lists`);
  if (new Set(lists.map((list) => tableOf(list).name)).size < lists.length)
    throw invalidSource(source, "two lists with the same table name");
}

const rowsAtOnce = 1_000;

/** Compares the tables of the given lists with the rows of the source. See `Target.compare`. */
function comparing(engine: Engine, lists: readonly string[], isRepaired: boolean): Comparing {
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
        found.push(...extra.map((id) => ({ list, id, what: "extra" as const, columns: [] })));
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
  const wrong = new Map<string, RowDifference>();
  for (const [place, layout] of layouts.entries()) {
    const stored = await engine.find(layout.name, layout.columns, ids);
    for (const [id, columns] of differing(layout, ids, wanted[place] ?? [], stored, place === 0))
      noteDifference(wrong, { list, id, what: columns ? "changed" : "missing", columns: columns ?? [] });
  }
  return [...wrong.values()];
}

/** Adds a difference of a row. The columns of a changed row can be in several tables. */
export function noteDifference(wrong: Map<string, RowDifference>, found: RowDifference): void {
  const before = wrong.get(found.id);
  if (!before) wrong.set(found.id, found);
  else if (before.what === "changed")
    wrong.set(found.id, { ...before, columns: [...new Set([...before.columns, ...found.columns])] });
}

/** Yields the ids of rows that differ in one table, with their columns, or without columns if the copy lacks the row. */
function* differing(
  layout: Layout,
  ids: readonly string[],
  wanted: readonly Row[],
  found: readonly StoredRow[],
  isOwn: boolean,
): Generator<readonly [id: string, columns: readonly string[] | undefined]> {
  const there = grouped(found, (row) => String(row["_id"]));
  const expected = grouped(wanted, ([id]) => String(id));
  for (const id of ids) {
    const stored = there.get(id) ?? [];
    const columns = changedColumns(layout, isOwn, expected.get(id) ?? [], stored);
    if (isOwn && stored.length === 0) yield [id, undefined];
    else if (columns.length > 0) yield [id, columns];
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

function changedColumns(
  { name: table, columns }: Layout,
  isOwn: boolean,
  rows: readonly Row[],
  stored: readonly StoredRow[],
): readonly string[] {
  if (rows.length !== stored.length) return [table];
  const inOrder = stored.length > 1 ? [...stored].sort((a, b) => Number(a["_index"]) - Number(b["_index"])) : stored;
  return columns
    .filter(({ name, type }, column) =>
      rows.some((row, place) => !isSameValue(type, row[column], inOrder[place]?.[name])),
    )
    .map(({ name }) => (isOwn ? name : `${table}.${name}`));
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
