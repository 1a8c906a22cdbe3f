import type { FeedSlice } from "@repute/domain";
import type { ItemForm } from "./item-form.js";
import type { Writing } from "./conditions.js";
import { conditionsOf } from "./conditions.js";
import { fieldKeys } from "./field-key.js";

/** A slice in a form, of which perhaps only those entries are read that have not changed since a revision. */
export type SliceForm = FeedSlice & ItemForm & { readonly upTo?: number };

/** How the rows of a slice are come by: always in its order, so that nothing is ever sorted. */
export type AccessPath = {
  readonly table: "feed" | "feed_fields";
  /** The index that is walked; the table itself where there is none. */
  readonly index?: string;
  /** The column that says where a row stands; `kind` and `id` follow. */
  readonly time: "at" | "modified_at";
  /** Each selects other rows, in order; merged they are the path's. */
  readonly branches: readonly string[];
  /** What has to hold for a row of `feed` besides being on the path. */
  readonly conditions: readonly string[];
};

/** With more than these, merging their rows would take longer than looking all rows through. */
const mostBranches = 8;

/** The shortest path: rows with one of a few custom fields, rows of a few providers, or all rows of the list. */
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
