import { crc32 } from "node:zlib";
import { commentOf } from "../shape/comments.js";
import { indexedColumns } from "../shape/indexes.js";
import { viewsOf } from "../views/views.js";
import { type Engine, literal, quoted } from "./engine.js";
import { layoutsOf, tableOf } from "./layout.js";

/**
 * Table that records the views of the copy and the versions of indexes, comments and views.
 * The copy never replaces other views.
 */
const extrasTable = "_repute_views";

/**
 * Adds indexes, comments and views to a complete copy. Does nothing if they are current.
 * Runs in the caller's transaction.
 * Omits a view if another application has a table or view with the same name.
 */
export async function addExtras(engine: Engine, lists: readonly string[]): Promise<void> {
  if (!engine.extras) return;
  await engine.run(`CREATE TABLE IF NOT EXISTS ${extrasTable} (name TEXT PRIMARY KEY, version TEXT NOT NULL)`);
  const versions = await versionsOf(engine);
  const update = async (name: string, statements: readonly string[]) => {
    const version = crc32(statements.join(";")).toString(16);
    if (statements.length === 0 || versions.get(name) === version) return;
    for (const sql of statements) await engine.run(sql);
    await engine.run(`DELETE FROM ${extrasTable} WHERE name = ${literal(name)}`);
    await engine.run(`INSERT INTO ${extrasTable} VALUES (${literal(name)}, ${literal(version)})`);
  };
  const tables = lists.map(tableOf).flatMap((table) => layoutsOf(table).map((layout) => ({ ...layout, table })));
  if (engine.extras.indexes) await update("_indexes", tables.flatMap(indexes));
  if (engine.extras.comments) await update("_comments", tables.flatMap(comments));
  const usedNames = await engine.names();
  for (const view of viewsOf(lists)) {
    if (usedNames.has(view.name) && !versions.has(view.name)) continue;
    const sql = `CREATE VIEW ${quoted(view.name)} AS ${view.query(engine.extras.views)}`;
    if (!usedNames.has(view.name)) versions.delete(view.name);
    await update(view.name, [`DROP VIEW IF EXISTS ${quoted(view.name)}`, sql]);
  }
}

/** Drops the views and indexes that the copy adds to its tables, before the tables are changed. */
export async function dropExtras(engine: Engine): Promise<void> {
  if (!engine.extras || !(await engine.tables()).has(extrasTable)) return;
  const names = [...(await versionsOf(engine)).keys()].filter((name) => !name.startsWith("_"));
  for (const name of names) await engine.run(`DROP VIEW IF EXISTS ${quoted(name)}`);
  await engine.run(`DELETE FROM ${extrasTable}`);
}

async function versionsOf(engine: Engine): Promise<Map<string, string>> {
  const rows = await engine.rows(`SELECT name, version FROM ${extrasTable}`);
  return new Map(rows.map(({ name, version }) => [String(name), String(version)]));
}

type Layout = ReturnType<typeof layoutsOf>[number] & { readonly table: ReturnType<typeof tableOf> };

const indexes = ({ name, columns }: Layout): readonly string[] =>
  indexedColumns(name, columns).map(
    (column) =>
      `CREATE INDEX IF NOT EXISTS ${quoted(`_repute_${name}_${column}`)} ON ${quoted(name)} (${quoted(column)})`,
  );

const comments = ({ name, columns, table }: Layout): readonly string[] =>
  columns.map(
    (column) =>
      `COMMENT ON COLUMN ${quoted(name)}.${quoted(column.name)} IS ${literal(commentOf(table, name, column))}`,
  );
