import { CopyError, invalidSource } from "../copy-error.js";
import type { ListChanges } from "../page.js";
import type { Table } from "../shape/table.js";
import type { Origin } from "../origin.js";
import type { Tally, Target } from "../target.js";
import type { CopyState, Part } from "./copy-state.js";
import { forgetState, listsText, makeStateTable, moveState, readStates, stateTable, writeState } from "./copy-state.js";
import type { Engine } from "./engine.js";
import { quoted } from "./engine.js";
import { knownTables, layoutsOf, shapeVersion, tableOf } from "./layout.js";
import { adoptTables, forgetTable, makeTableRecord, ownTables, recordTable, tableRecord } from "./own-tables.js";
import { prefixes } from "./prefixes.js";
import type { Encoded } from "./store-changes.js";
import { encoded, storeChanges, storeFresh } from "./store-changes.js";

/** Maximum number of lists in a copy. The service has fewer than 30 lists. */
const maxLists = 100;

/** Maximum size, in bytes, of encoded rows that wait to be stored. */
const maxPrepared = 16_777_216;

/** Creates a target in a SQL database, with a table for each list and a table for the state of the copy. */
export function sqlTarget(engine: Engine): Target {
  let origin: Origin = { source: "", lists: undefined };
  let state: CopyState | undefined;
  const prepared = new Map<ListChanges, Encoded>();
  let preparedBytes = 0;

  const takePrepared = (one: ListChanges) => {
    const rows = prepared.get(one);
    prepared.delete(one);
    preparedBytes -= rows?.bytes ?? 0;
    return rows;
  };

  /**
   * Creates the tables of a part, or adds their missing columns. Throws `target_in_use` for a table that the copy did
   * not create.
   */
  const makeTables = async (part: Part, tables: readonly Table[]) => {
    const there = await engine.tables();
    const own = await ownTables(engine);
    for (const { name, columns, keys } of tables.flatMap(layoutsOf)) {
      const table = prefixes[part] + name;
      const found = there.get(table);
      const spelt = columns.map((column) => `${quoted(column.name)} ${engine.types[column.type]}`);
      const names = columns.slice(0, keys).map((column) => quoted(column.name));
      const key = keys === 1 || engine.nestedKeys ? [`PRIMARY KEY (${names.join(", ")})`] : [];
      if (!found) {
        await engine.run(`CREATE TABLE ${quoted(table)} (${[...spelt, ...key].join(", ")})`);
        await recordTable(engine, table);
      } else if (own.has(table)) {
        const missing = spelt.filter((_, place) => !found.has(columns[place]?.name ?? ""));
        for (const column of missing) await engine.run(`ALTER TABLE ${quoted(table)} ADD COLUMN ${column}`);
      } else throw strangeTable(table);
    }
  };

  const dropNext = async () => {
    const there = await engine.tables();
    for (const table of await ownTables(engine)) {
      if (!table.startsWith(prefixes.next)) continue;
      if (there.has(table)) await engine.run(`DROP TABLE ${quoted(table)}`);
      await forgetTable(engine, table);
    }
  };

  const begin = (part: Part) => {
    prepared.clear();
    preparedBytes = 0;
    return engine.transact(async () => {
      await makeStateTable(engine);
      await makeTableRecord(engine);
      const tables = knownTables(origin.lists);
      if (part === "next") await dropNext();
      await makeTables(part, tables);
      const { source } = origin;
      const made = tables.map(({ list }) => list).join(",");
      const fresh = {
        part,
        source,
        lists: listsText(origin),
        cursor: null,
        complete: false,
        shape: shapeVersion,
        made,
      };
      await writeState(engine, fresh);
      state = fresh;
    });
  };

  /**
   * Replaces the current copy with the next one. Keeps the existing tables, because views and grants may depend on
   * them.
   */
  const swap = async (fresh: CopyState) => {
    const tables = listsOf(fresh.made).map(tableOf);
    await makeTables("current", tables);
    for (const { name, columns } of tables.flatMap(layoutsOf)) await engine.refill(name, prefixes.next + name, columns);
    await dropNext();
    await forgetState(engine, "next");
    const current: CopyState = { ...fresh, part: "current" };
    await writeState(engine, current);
    return current;
  };

  return {
    ...(engine.rowsTogether !== undefined && { rowsTogether: engine.rowsTogether }),
    async open(asked) {
      origin = asked;
      const there = await engine.tables();
      if (!there.has(stateTable)) {
        refuseStrangers(engine, there, knownTables(undefined));
        await begin("current");
        return undefined;
      }
      const states = await readStates(engine);
      const current = states.get("current");
      if (!current)
        throw new CopyError(
          "target_in_use",
          `The target contains a table ${stateTable} that was not created by repute copy. Choose another target.`,
        );
      refuseOther(current, asked);
      if (!there.has(tableRecord)) await engine.transact(() => adoptTables(engine, there, [...states.values()]));
      const next = states.get("next");
      state = next?.shape === shapeVersion ? next : current;
      if (state.shape !== shapeVersion) await begin("next");
      return state.cursor ?? undefined;
    },
    beginAnew: () => begin("next"),
    async prepare(changes) {
      if (!engine.fresh || state?.complete !== false) return;
      for (const one of changes) {
        if (preparedBytes >= maxPrepared) return;
        const rows = await encoded(engine.fresh, one, 0, maxPrepared - preparedBytes);
        prepared.set(one, rows);
        preparedBytes += rows.bytes;
      }
    },
    async apply(changes, cursor, complete) {
      const before = state;
      if (!before) throw new Error("The target must be opened before rows are stored");
      let after = before;
      const store = (fresh: Engine["fresh"]) =>
        engine.transact(async () => {
          const made = new Set(listsOf(before.made));
          const strange = changes.map(({ list }) => list).filter((list) => !made.has(list));
          const now = {
            ...before,
            cursor,
            complete: before.complete || complete,
            made: [...made, ...strange].join(","),
          };
          await moveState(engine, before, now);
          if (made.size + strange.length > maxLists) throw invalidSource(origin.source, `more than ${maxLists} lists`);
          refuseSharedTables(origin.source, [...made, ...strange]);
          if (strange.length > 0) await makeTables(before.part, strange.map(tableOf));
          const prefix = prefixes[before.part];
          if (fresh) await storeFresh(fresh, prefix, changes, takePrepared);
          else for (const one of changes) await storeChanges(engine, prefix, one);
          after = complete && now.part === "next" ? await swap(now) : now;
        });
      // A row that changes during a first copy may be stored already. Inserts for new rows then fail.
      const fresh = before.complete || changes.some(({ deletes }) => deletes.length > 0) ? undefined : engine.fresh;
      await store(fresh).catch((error: unknown) => {
        if (!fresh?.isDuplicate(error)) throw error;
        return store(undefined);
      });
      changes.forEach(takePrepared);
      state = after;
    },
    tallies: () => talliesOf(engine, listsOf(state?.made).map(tableOf)),
    close: () => engine.close(),
  };
}

const listsOf = (text = ""): string[] => text.split(",").filter((list) => list !== "");

function refuseStrangers(engine: Engine, there: ReadonlyMap<string, unknown>, tables: readonly Table[]): void {
  const ours = new Set(tables.flatMap(layoutsOf).map(({ name }) => name));
  const stranger = [...there.keys()].find((name) => engine.alone || ours.has(name));
  if (stranger === undefined) return;
  throw strangeTable(stranger);
}

/** Throws `invalid_source` if two lists have the same table name. */
function refuseSharedTables(source: string, lists: readonly string[]): void {
  if (new Set(lists.map((list) => tableOf(list).name)).size < lists.length)
    throw invalidSource(source, "two lists with the same table name");
}

const strangeTable = (name: string) =>
  new CopyError(
    "target_in_use",
    `The target contains a table ${name} that was not created by repute copy. Choose another target.`,
  );

function refuseOther({ source, lists }: CopyState, asked: Origin): void {
  if (source !== asked.source)
    throw new CopyError("other_source", `The target contains a copy of ${source}. Choose another target.`);
  const wanted = listsText(asked);
  if (lists === wanted) return;
  const held = lists === "" ? "all lists" : `the lists ${lists}`;
  throw new CopyError(
    "other_lists",
    `The target contains a copy of ${held}. Specify the same lists, or choose another target.`,
  );
}

async function talliesOf(engine: Engine, tables: readonly Table[]): Promise<Tally[]> {
  const tallies: Tally[] = [];
  for (const { list, name } of tables) {
    const month = engine.month("_changed_at");
    const rows = await engine.rows(
      `SELECT ${month} AS "month", count(*) AS "count", CAST(sum(_checksum) AS ${engine.types.text}) AS "sum"
       FROM ${quoted(name)} GROUP BY ${month}`,
    );
    for (const row of rows) {
      const checksum = String(BigInt(String(row["sum"])) % 2n ** 53n);
      tallies.push({ list, month: String(row["month"]), count: Number(row["count"]), checksum });
    }
  }
  return tallies;
}
