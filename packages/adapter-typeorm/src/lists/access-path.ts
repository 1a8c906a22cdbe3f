import type { FeedSlice } from "@repute/domain";
import type { ItemForm } from "./item-form.js";
import type { Writing } from "./conditions.js";
import { conditionsOf } from "./conditions.js";
import { fieldKeys } from "./field-key.js";

/** A slice in a form. With `upTo`, only entries that have not changed since that revision are read. */
export type SliceForm = FeedSlice & ItemForm & { readonly upTo?: number };

/** How the rows of a slice are read. Rows are read in order, so that they are never sorted. */
export type AccessPath = {
  readonly table: "feed" | "feed_fields";
  /** The index that is walked. The table itself is walked if absent. */
  readonly index?: string;
  /** The column that orders the rows, followed by `kind` and `id`. */
  readonly time: "at" | "modified_at";
  /** Conditions of disjoint row sets. The path merges their rows in order. */
  readonly branches: readonly string[];
  /** Further conditions that a row of `feed` must meet. */
  readonly conditions: readonly string[];
};

/** Maximum number of branches. Merging more branches would take longer than reading all rows. */
const mostBranches = 8;

/**
 * Returns the shortest path: rows with a few values of a custom field, rows of a few providers, or all rows of the
 * list.
 */
export function accessPathOf(writing: Writing, slice: SliceForm): AccessPath {
  const { order, filter = {} } = slice;
  const { customFields = [], providerIds, ...rest } = filter;
  const field = customFields.find(({ values }) => areFew(values));
  if (order === "modified") return { ...allRows(writing, slice), index: "feed_by_modification", time: "modified_at" };
  if (field) {
    const others = { ...filter, customFields: customFields.filter((one) => one !== field) };
    return {
      table: "feed_fields",
      index: "feed_fields_by_key",
      time: "at",
      branches: branchesOf(writing, "key", fieldKeys(writing.list, field)),
      conditions: conditionsOf(writing, { ...slice, filter: others }),
    };
  }
  if (!areFew(providerIds)) return allRows(writing, slice);
  return {
    ...allRows(writing, { ...slice, filter: { ...rest, customFields } }),
    index: "feed_by_provider",
    branches: branchesOf(writing, "provider_id", providerIds),
  };
}

const allRows = (writing: Writing, slice: SliceForm): AccessPath => ({
  table: "feed",
  time: "at",
  branches: ["true"],
  conditions: conditionsOf(writing, slice),
});

const areFew = <T>(values: readonly T[] | undefined): values is readonly T[] =>
  values !== undefined && values.length <= mostBranches;

function branchesOf({ bind }: Writing, column: string, values: readonly (string | number)[]): string[] {
  const branches = [...new Set(values)].map((value) => `${column} = ${bind(value)}`);
  return branches.length > 0 ? branches : [`${column} = NULL`];
}
