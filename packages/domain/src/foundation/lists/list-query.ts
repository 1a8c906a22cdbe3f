import type { FilterQuery } from "../filters/filter.js";
import type { KeyQuery } from "./item-keys.js";

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
