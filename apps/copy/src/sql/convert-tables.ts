import type { Table } from "../shape/table.js";
import { type Engine, quoted } from "./engine.js";
import { dropExtras } from "./extras.js";
import { layoutsOf } from "./layout.js";
import { forgetTable, ownTables } from "./own-tables.js";

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
