import type { CopyState } from "./copy-state.js";
import { type Engine, literal } from "./engine.js";
import { knownTables, layoutsOf } from "./layout.js";
import { prefixes } from "./prefixes.js";

/** Table that records which tables the copy has created. The copy never writes to other tables. */
export const tableRecord = "_repute_tables";

export const makeTableRecord = (engine: Engine): Promise<void> =>
  engine.run(`CREATE TABLE IF NOT EXISTS ${tableRecord} (name TEXT PRIMARY KEY)`);

/** Records a new table. Must run in the transaction that creates the table. */
export async function recordTable(engine: Engine, name: string): Promise<void> {
  await forgetTable(engine, name);
  await engine.run(`INSERT INTO ${tableRecord} VALUES (${literal(name)})`);
}

export const forgetTable = (engine: Engine, name: string): Promise<void> =>
  engine.run(`DELETE FROM ${tableRecord} WHERE name = ${literal(name)}`);

export async function ownTables(engine: Engine): Promise<ReadonlySet<string>> {
  const rows = await engine.rows(`SELECT name FROM ${tableRecord} ORDER BY name`);
  return new Set(rows.map(({ name }) => String(name)));
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
