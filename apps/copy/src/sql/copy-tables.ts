import { CopyError } from "../copy-error.js";
import type { Table } from "../shape/table.js";
import { knownTables, layoutsOf } from "../shape/tables.js";
import { type CopyState, type Part, prefixes } from "./copy-state.js";
import { type Engine, literal, quoted } from "./engine.js";
import { dropExtras } from "./extras.js";

/** Throws `target_in_use` if a target without a copy already has a table that the copy would create. */
export function refuseStrangers(engine: Engine, there: ReadonlyMap<string, unknown>, tables: readonly Table[]): void {
  const ours = new Set(tables.flatMap(layoutsOf).map(({ name }) => name));
  const stranger = [...there.keys()].find((name) => engine.alone || ours.has(name));
  if (stranger === undefined) return;
  throw strangeTable(stranger);
}

/**
 * Creates the tables of a current or next copy, or adds their missing columns.
 * Throws `target_in_use` for a table that the copy did not create.
 */
export async function makeTables(engine: Engine, part: Part, tables: readonly Table[]): Promise<void> {
  const there = await engine.tables();
  const own = await ownTables(engine);
  for (const { name, columns, keys } of tables.flatMap(layoutsOf)) {
    const table = prefixes[part] + name;
    const found = there.get(table);
    const declared = columns.map((column) => `${quoted(column.name)} ${engine.types[column.type]}`);
    const names = columns.slice(0, keys).map((column) => quoted(column.name));
    const key = keys === 1 || engine.nestedKeys ? [`PRIMARY KEY (${names.join(", ")})`] : [];
    if (!found) {
      await engine.run(`CREATE TABLE ${quoted(table)} (${[...declared, ...key].join(", ")})`);
      await recordTable(engine, table);
    } else if (own.has(table)) {
      const missing = declared.filter((_, place) => !found.has(columns[place]?.name ?? ""));
      for (const column of missing) await engine.run(`ALTER TABLE ${quoted(table)} ADD COLUMN ${column}`);
    } else throw strangeTable(table);
  }
}

/**
 * Prepares the tables of a copy with an outdated shape. All of their rows are replaced afterwards.
 * If the engine can change column types in place, keeps the tables, because grants and views depend on them.
 * Otherwise, drops the tables.
 */
export async function convertTables(engine: Engine, tables: readonly Table[]): Promise<void> {
  await dropExtras(engine);
  const [there, own] = [await engine.tables(), await ownTables(engine)];
  for (const { name, columns } of tables.flatMap(layoutsOf)) {
    if (!there.has(name) || !own.has(name)) continue;
    if (engine.convert) {
      await engine.convert(name, columns);
      continue;
    }
    await engine.run(`DROP TABLE ${quoted(name)}`);
    await forgetTable(engine, name);
  }
}

/** Empties all tables of the copy except the named tables. */
export async function emptyOthers(engine: Engine, names: ReadonlySet<string>): Promise<void> {
  const there = await engine.tables();
  for (const table of await ownTables(engine)) {
    if (!names.has(table) && there.has(table)) await engine.run(`DELETE FROM ${quoted(table)}`);
  }
}

/** Drops the tables of an incomplete fresh copy. */
export async function dropNext(engine: Engine): Promise<void> {
  const there = await engine.tables();
  for (const table of await ownTables(engine)) {
    if (!table.startsWith(prefixes.next)) continue;
    if (there.has(table)) await engine.run(`DROP TABLE ${quoted(table)}`);
    await forgetTable(engine, table);
  }
}

/**
 * Records the tables of a copy that an earlier version created.
 * These are tables of known lists with the key columns of a copy.
 * Tables of unknown lists are not recorded, because a hostile source may have chosen their names.
 */
export async function adoptTables(
  engine: Engine,
  there: Awaited<ReturnType<Engine["tables"]>>,
  states: readonly CopyState[],
): Promise<void> {
  await makeTableRecord(engine);
  for (const { part, made } of states) {
    const lists = new Set(made.split(","));
    const tables = knownTables(undefined).filter(({ list }) => lists.has(list));
    for (const { name, columns, keys } of tables.flatMap(layoutsOf)) {
      const table = prefixes[part] + name;
      const isCopy = columns.slice(0, keys).every((column) => there.get(table)?.has(column.name));
      if (isCopy) await recordTable(engine, table);
    }
  }
}

/** Table that records which tables the copy has created. The copy never writes to other tables. */
export const tableRecord = "_repute_tables";

export const makeTableRecord = (engine: Engine): Promise<void> =>
  engine.run(`CREATE TABLE IF NOT EXISTS ${tableRecord} (name TEXT PRIMARY KEY)`);

export async function ownTables(engine: Engine): Promise<ReadonlySet<string>> {
  const rows = await engine.rows(`SELECT name FROM ${tableRecord} ORDER BY name`);
  return new Set(rows.map(({ name }) => String(name)));
}

/** Records a new table. Must run in the transaction that creates the table. */
async function recordTable(engine: Engine, name: string): Promise<void> {
  await forgetTable(engine, name);
  await engine.run(`INSERT INTO ${tableRecord} VALUES (${literal(name)})`);
}

const forgetTable = (engine: Engine, name: string): Promise<void> =>
  engine.run(`DELETE FROM ${tableRecord} WHERE name = ${literal(name)}`);

const strangeTable = (name: string) =>
  new CopyError(
    "target_in_use",
    `The target contains a table ${name} that was not created by repute copy. Choose another target.`,
  );
