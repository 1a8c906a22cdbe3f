import type { FilterQuery } from "../filters/filter.js";
import type { KeyQuery } from "./item-keys.js";

/** What every windowed list takes besides what the specification says, as text. */
export type PageQuery = KeyQuery & {
  /** A date or a timestamp, inclusive. */
  readonly modified_since?: string;
  readonly order?: "asc" | "desc";
  readonly limit?: string;
  readonly cursor?: string;
};

/** Every parameter that some windowed list takes, as text; absent members select nothing away. */
export type ListQuery = PageQuery &
  FilterQuery & {
    readonly date?: string;
    readonly end?: string;
    readonly start_date?: string;
    readonly end_date?: string;
    readonly rating?: string;
  };
