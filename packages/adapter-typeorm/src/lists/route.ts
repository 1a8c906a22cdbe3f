import type { FeedSlice } from "@repute/domain";
import type { Writing } from "./conditions.js";
import { conditionsOf, hasField } from "./conditions.js";
import { fieldKey } from "./field-key.js";

/**
 * How the rows of a slice are come by, always in its order, so that nothing is ever sorted: all rows of the list, or
 * only those with one of a few custom fields.
 */
export type Route = {
  readonly table: "feed" | "feed_fields";
  /** The index that is walked; the order of the table itself when there is none. */
  readonly index: string | undefined;
  /** The column that says where a row stands; `kind` and `id` follow. */
  readonly time: "at" | "modified_at";
  /** Each selects rows that no other one does; together they are the route's. */
  readonly branches: readonly string[];
  /** What of the slice has to hold for a row of `feed`, besides being on the route. */
  readonly conditions: readonly string[];
};

/** With more than these, their rows would take longer to be merged than all rows to be looked through. */
const mostBranches = 8;

/** The route of a slice. */
export function routeOf(writing: Writing, slice: FeedSlice): Route {
  const conditions = conditionsOf(writing, slice);
  const fields = (slice.filter?.customFields ?? []).map(({ name, values }) => [
    ...new Set(values.map((value) => fieldKey(name, value))),
  ]);
  const holding = (keys: readonly (readonly string[])[]) => [
    ...conditions,
    ...keys.map((oneOfThese) => hasField(writing, oneOfThese)),
  ];
  if (slice.order === "modified") {
    return {
      table: "feed",
      index: "feed_by_modification",
      time: "modified_at",
      branches: ["true"],
      conditions: holding(fields),
    };
  }
  const few = fields.find(({ length }) => length <= mostBranches);
  if (!few) return { table: "feed", index: undefined, time: "at", branches: ["true"], conditions: holding(fields) };
  const others = fields.filter((keys) => keys !== few);
  const branches = few.length > 0 ? few.map((key) => `key = ${writing.bind(key)}`) : ["false"];
  return { table: "feed_fields", index: "feed_fields_by_key", time: "at", branches, conditions: holding(others) };
}
