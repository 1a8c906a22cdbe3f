import { tables } from "../shape/tables.js";
import { type Engine, literal, quoted } from "../sql/engine.js";

/** Number of row ids per Parquet file. Each file holds one partition: a range of row ids with their nested rows. */
export const partRows = 25_000;

/** Table partition with changes that are not written yet. Partition `-1` means all partitions of the table. */
export type DirtyPart = { readonly name: string; readonly part: number };

const children = new Set(tables.flatMap((table) => table.children.map(({ name }) => name)));

/** Wraps an engine so that each transaction also records which partitions it changes. */
export function notingParts<E extends Engine>(engine: E): E {
  const note = async (name: string, ids: readonly string[]) => {
    if (children.has(name) || name.startsWith("_")) return;
    await engine.run(
      `INSERT OR IGNORE INTO _repute_dirty SELECT ${literal(name)}, (rowid - 1) / ${partRows} FROM ${quoted(name)}
       WHERE _id IN (SELECT value FROM json_each(${literal(JSON.stringify(ids))}))`,
    );
  };
  return {
    ...engine,
    async begin(isFirst) {
      await engine.begin(isFirst);
      await engine.run("CREATE TABLE IF NOT EXISTS _repute_dirty (name TEXT, part INTEGER, PRIMARY KEY (name, part))");
    },
    async upsert(table, columns, keys, rows) {
      await engine.upsert(table, columns, keys, rows);
      await note(
        table,
        rows.map(([id]) => String(id)),
      );
    },
    async remove(table, ids) {
      await note(table, ids);
      await engine.remove(table, ids);
    },
    async refill(table, from, columns) {
      await engine.refill(table, from, columns);
      if (!children.has(table)) await engine.run(`INSERT OR IGNORE INTO _repute_dirty VALUES (${literal(table)}, -1)`);
    },
  };
}

/** Returns the partitions that have changed since their files were last written. */
export async function dirtyParts(engine: Engine): Promise<readonly DirtyPart[]> {
  const rows = await engine.rows("SELECT name, part FROM _repute_dirty ORDER BY name, part");
  return rows.map((row) => ({ name: String(row["name"]), part: Number(row["part"]) }));
}

/** Marks a partition as changed, so that its files are written again. */
export const markDirty = (engine: Engine, { name, part }: DirtyPart): Promise<void> =>
  engine.run(`INSERT OR IGNORE INTO _repute_dirty VALUES (${literal(name)}, ${part})`);

export const forgetDirtyParts = (engine: Engine): Promise<void> => engine.run("DELETE FROM _repute_dirty");
