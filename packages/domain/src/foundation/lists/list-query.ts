import type { FilterQuery } from "../filters/filter.js";
import type { KeyQuery } from "./item-keys.js";

/** Query parameters of every windowed list in addition to the interface specification's, as strings. */
export type PageQuery = KeyQuery & {
  /** Date or timestamp, inclusive. */
  readonly modified_since?: string;
  readonly order?: "asc" | "desc";
  readonly limit?: string;
  readonly cursor?: string;
};

/** All query parameters of windowed lists, as strings. Absent parameters do not filter. */
export type ListQuery = PageQuery &
  FilterQuery & {
    readonly date?: string;
    readonly end?: string;
    readonly start_date?: string;
    readonly end_date?: string;
    readonly rating?: string;
  };
