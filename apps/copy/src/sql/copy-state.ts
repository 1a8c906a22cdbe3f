import type { Origin } from "../origin.js";
import { type Engine, literal, targetBusy } from "./engine.js";

/** Part of a target. `current` is the copy that users read, and `next` is a fresh copy in progress. */
export type Part = "current" | "next";

/** State of a copy, stored in the target database. */
export type CopyState = {
  readonly part: Part;
  readonly source: string;
  /** Names of the requested lists, separated by commas. Empty means all lists. */
  readonly lists: string;
  readonly cursor: string | null;
  /** True if the copy has all changes up to the end of the last sync. False while a sync commits pages one by one. */
  readonly complete: boolean;
  readonly shape: string;
  /** Names of the lists that have a table, separated by commas. */
  readonly made: string;
};

export const stateTable = "_repute_copy";

export const listsText = ({ lists }: Origin): string => (lists ? [...lists].sort().join(",") : "");

export const listsIn = (text = ""): string[] => text.split(",").filter((list) => list !== "");

export async function makeStateTable(engine: Engine): Promise<void> {
  await engine.run(
    `CREATE TABLE IF NOT EXISTS ${stateTable} (part TEXT PRIMARY KEY, source TEXT NOT NULL, lists TEXT NOT NULL,
       "cursor" TEXT, complete INTEGER NOT NULL, shape TEXT NOT NULL, made TEXT NOT NULL, copied_at TEXT NOT NULL)`,
  );
}

export async function readStates(engine: Engine): Promise<ReadonlyMap<Part, CopyState>> {
  const rows = await engine.rows(`SELECT part, source, lists, "cursor", complete, shape, made FROM ${stateTable}`);
  return new Map(
    rows.map((row) => [row["part"] as Part, { ...row, complete: Number(row["complete"]) === 1 } as CopyState]),
  );
}

export async function writeState(engine: Engine, state: CopyState): Promise<void> {
  const { part, source, lists, cursor, complete, shape, made } = state;
  const values = [part, source, lists, cursor].map(literal);
  const rest = [shape, made, new Date().toISOString()].map(literal);
  await engine.run(`DELETE FROM ${stateTable} WHERE part = ${literal(part)}`);
  await engine.run(`INSERT INTO ${stateTable} VALUES (${[...values, complete ? 1 : 0, ...rest].join(", ")})`);
}

/**
 * Updates the state in the transaction that stores the rows.
 * Throws `target_busy` if another process has changed the cursor.
 */
export async function moveState(
  engine: Engine,
  before: CopyState,
  { source, cursor, complete, made }: CopyState,
): Promise<void> {
  const values = { source, cursor, made, copied_at: new Date().toISOString() };
  const set = Object.entries(values).map(([name, value]) => `"${name}" = ${literal(value)}`);
  const moved = await engine.rows(
    `UPDATE ${stateTable} SET ${set.join(", ")}, complete = ${complete ? 1 : 0}
     WHERE part = ${literal(before.part)} AND "cursor" IS NOT DISTINCT FROM ${literal(before.cursor)} RETURNING part`,
  );
  if (moved.length === 0) throw targetBusy();
}

export const forgetState = (engine: Engine, part: Part): Promise<void> =>
  engine.run(`DELETE FROM ${stateTable} WHERE part = ${literal(part)}`);
