import { CopyError } from "../copy-error.js";
import type { Table } from "../shape/table.js";
import type { Part } from "./copy-state.js";
import { type Engine, quoted } from "./engine.js";
import { layoutsOf } from "./layout.js";
import { forgetTable, ownTables, recordTable } from "./own-tables.js";
import { prefixes } from "./prefixes.js";

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

/** Throws `target_in_use` if a target without a copy already has a table that the copy would create. */
export function refuseStrangers(engine: Engine, there: ReadonlyMap<string, unknown>, tables: readonly Table[]): void {
  const ours = new Set(tables.flatMap(layoutsOf).map(({ name }) => name));
  const stranger = [...there.keys()].find((name) => engine.alone || ours.has(name));
  if (stranger === undefined) return;
  throw strangeTable(stranger);
}

const strangeTable = (name: string) =>
  new CopyError(
    "target_in_use",
    `The target contains a table ${name} that was not created by repute copy. Choose another target.`,
  );
