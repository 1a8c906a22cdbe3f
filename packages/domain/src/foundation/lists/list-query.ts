import type { FilterQuery } from "../filters/filter.js";

/** Query parameter `keys`, which adds `_id` and `_changed_at` to each item. Copying a list requires these members. */
export type KeyQuery = { readonly keys?: "true" | "false" };

/** Members that the query parameter `keys` adds at the start of an item. */
export type ItemKeys = { readonly _id?: string; readonly _changed_at?: string };

/** Additional query parameters of every list with a time range. The interface specification does not define them. */
export type PageQuery = KeyQuery & {
  /** Earliest time of change, inclusive. A date or a timestamp. */
  readonly modified_since?: string;
  readonly order?: "asc" | "desc";
  readonly limit?: string;
  readonly cursor?: string;
};

/** All query parameters of lists with a time range, as strings. An absent parameter does not filter. */
export type ListQuery = PageQuery &
  FilterQuery & {
    readonly date?: string;
    readonly end?: string;
    readonly start_date?: string;
    readonly end_date?: string;
    readonly rating?: string;
  };
