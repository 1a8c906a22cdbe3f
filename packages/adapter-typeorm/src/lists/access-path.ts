import type { FeedSlice } from "@repute/domain";
import { conditionsOf, type Writing } from "./conditions.js";
import { fieldKeys } from "./field-key.js";
import type { ItemForm } from "./item-form.js";

/** Slice of a list, with its output format. */
export type SliceForm = FeedSlice &
  ItemForm & {
    /** Excludes entries that changed after this revision. */
    readonly upTo?: number;
    /** True if at most `maxFewChanges` entries of the list match `modifiedSince`. */
    readonly hasFewChanges?: boolean;
  };

/** Maximum number of changed entries to sort. Sorting more entries would delay the first byte of a list. */
export const maxFewChanges = 5_000;

/** Index and conditions for reading the rows of a slice. */
export type AccessPath = {
  readonly table: "feed" | "feed_fields";
  /** Name of the index to read. If omitted, the table is read in primary key order. */
  readonly index?: string;
  /** Time column by which the rows are sorted. Rows with equal times are sorted by `kind` and `id`. */
  readonly time: "at" | "modified_at";
  /** SQL conditions that divide the rows into disjoint sets. Each set is read in order, and the results are merged. */
  readonly branches: readonly string[];
  /** Additional SQL conditions on the rows of `feed`. */
  readonly conditions: readonly string[];
  /** True if the index does not return the rows in the requested order. The database must then sort them. */
  readonly isUnsorted?: boolean;
};

/** Maximum number of row sets to merge. Merging more sets would take longer than reading all rows of the list. */
const maxBranches = 8;

/**
 * Returns the access path that reads the fewest rows.
 * Prefers few changed entries, then a custom field with few requested values, then few providers.
 * Otherwise reads all rows of the list.
 */
export function accessPathOf(writing: Writing, slice: SliceForm): AccessPath {
  const { order, filter = {}, modifiedSince, hasFewChanges } = slice;
  const { customFields = [], providerIds, ...rest } = filter;
  const field = customFields.find(({ values }) => isShort(values));
  if (order === "modified") return { ...allRows(writing, slice), index: "feed_by_modification", time: "modified_at" };
  if (hasFewChanges && modifiedSince !== undefined) return changedRows(writing, slice, modifiedSince);
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
  if (!isShort(providerIds)) return allRows(writing, slice);
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

/** Reads the changed rows through the index of changes. The database must then sort the rows. */
function changedRows(writing: Writing, { modifiedSince: _, ...others }: SliceForm, since: number): AccessPath {
  const branches = [`modified_at >= ${writing.bind(since)}`];
  return { ...allRows(writing, others), index: "feed_by_modification", branches, isUnsorted: true };
}

const isShort = <T>(values: readonly T[] | undefined): values is readonly T[] =>
  values !== undefined && values.length <= maxBranches;

function branchesOf({ bind }: Writing, column: string, values: readonly (string | number)[]): string[] {
  const branches = [...new Set(values)].map((value) => `${column} = ${bind(value)}`);
  return branches.length > 0 ? branches : [`${column} = NULL`];
}
