import type { FilterQuery } from "../filters/filter.js";

/**
 * Query parameter `keys`, which adds `_id` and `_changed_at` to each item. Callers that copy the list need these keys.
 */
export type KeyQuery = { readonly keys?: "true" | "false" };

/** Keys that precede the members of an item if the query asks for keys. */
export type ItemKeys = { readonly _id?: string; readonly _changed_at?: string };

/** Query parameters that every list with a time range has in addition to the interface specification, as strings. */
export type PageQuery = KeyQuery & {
  /** Earliest time of change, as a date or timestamp. Inclusive. */
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
