import { CopyError } from "../copy-error.js";
import type { Origin } from "../page.js";
import { layoutsOf, shapeVersion, tableOf } from "../shape/tables.js";
import type { OpenOptions } from "../target.js";
import { type Engine, literal, targetBusy } from "./engine.js";

/** Part of a target. `current` is the copy that users read, and `next` is a fresh copy in progress. */
export type Part = "current" | "next";

/** Table name prefixes of the current copy and the next copy. */
export const prefixes: Readonly<Record<Part, string>> = { current: "", next: "_next_" };

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

type Tables = Awaited<ReturnType<Engine["tables"]>>;

/** The copy that the run continues. If `startsOver` is true, a fresh copy replaces it at the end. */
type Resumed = { readonly state: CopyState; readonly startsOver: boolean };

/**
 * Decides how a run continues an existing copy.
 * Throws if the existing copy has another source, or has lists that the request does not include.
 */
export function resume(
  states: ReadonlyMap<Part, CopyState>,
  there: Tables,
  requested: Origin,
  options: OpenOptions,
): Resumed {
  const current = states.get("current");
  if (!current)
    throw new CopyError(
      "target_in_use",
      `The target contains a table ${stateTable} that was not created by repute copy. Choose another target.`,
    );
  if (startsOver(current, requested, options)) return { state: current, startsOver: true };
  const state = [states.get("next"), current].find((one) => one && isUsable(one, requested, there));
  if (state) return { state, startsOver: false };
  options.notice?.(`${reasonFor(current, there)}. The copy starts over.`);
  return { state: current, startsOver: true };
}

/**
 * Returns true if the copy must start over because the requested lists differ.
 * Throws if the existing copy has another source, or has lists that the request does not include.
 */
function startsOver({ source, lists }: CopyState, requested: Origin, { fresh, sourceChanged }: OpenOptions): boolean {
  if (source !== requested.source && sourceChanged !== true)
    throw new CopyError(
      "other_source",
      `The target contains a copy of ${source}. If the service has moved, add --source-changed. Otherwise, choose another target.`,
    );
  if (fresh === true) return true;
  const held = listsIn(lists);
  if (lists === listsText(requested)) return false;
  if (lists !== "" && held.every((list) => requested.lists?.includes(list))) return true;
  const copied = lists === "" ? "all lists" : `the lists ${lists}`;
  throw new CopyError(
    "other_lists",
    `The target contains a copy of ${copied}. Specify the same lists, add lists, or start over with --fresh.`,
  );
}

/** Returns true if a run can continue a copy. The copy must have current tables, all lists, and no dropped column. */
const isUsable = (state: CopyState, requested: Origin, there: Tables): boolean =>
  state.shape === shapeVersion && state.lists === listsText(requested) && droppedFrom(state, there) === undefined;

/** Returns the name of a table or column that someone dropped from the copy, such as `reviews.rating`. */
function droppedFrom({ part, cursor, made }: CopyState, there: Tables): string | undefined {
  if (cursor === null) return undefined;
  for (const { name, columns } of listsIn(made).map(tableOf).flatMap(layoutsOf)) {
    const found = there.get(prefixes[part] + name);
    if (!found) return name;
    const missing = columns.find((column) => !found.has(column.name));
    if (missing) return `${name}.${missing.name}`;
  }
  return undefined;
}

function reasonFor(current: CopyState, there: Tables): string {
  const dropped = current.shape === shapeVersion ? droppedFrom(current, there) : undefined;
  return dropped === undefined ? "The tables of the copy have a new shape" : `${dropped} was dropped from the target`;
}
