import { CopyError } from "../copy-error.js";
import type { Origin } from "../origin.js";
import type { OpenOptions } from "../target.js";
import { type CopyState, listsIn, listsText, type Part, stateTable } from "./copy-state.js";
import type { Engine } from "./engine.js";
import { layoutsOf, shapeVersion, tableOf } from "./layout.js";
import { prefixes } from "./prefixes.js";

type Tables = Awaited<ReturnType<Engine["tables"]>>;

/** The copy that the run continues. If `startsOver` is true, a fresh copy replaces it at the end. */
export type Resumed = { readonly state: CopyState; readonly startsOver: boolean };

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
