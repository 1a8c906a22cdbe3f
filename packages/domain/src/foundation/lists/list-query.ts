import type { FilterQuery } from "../filters/filter.js";

/** Item type with a member that is always present if `Wanted` is `true`. Otherwise the member stays optional. */
export type WithMember<Item, Name extends keyof Item, Wanted> = Wanted extends true
  ? Item & { readonly [N in Name]-?: Item[N] }
  : Item;

/** Query parameter `keys`, which adds `_id` and `_changed_at` to each item. Copying a list requires these members. */
export type KeyQuery = { readonly keys?: "true" | "false" };

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
