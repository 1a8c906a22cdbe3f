import type { FeedFilter } from "../feed/feed.js";
import type { ProblemCollector } from "../kernel/collect-problems.js";
import { parseCustomFilters } from "./custom-filters.js";
import { type IdQuery, parseIds, type RequestedIds } from "./id-filters.js";

/** Parsers of the filter parameters that need no catalog. Each parser returns a condition. */
const parsers = {
  custom_filters: (text: string): FeedFilter => ({ customFields: parseCustomFilters(text) }),
};
type Parameter = keyof typeof parsers;
const parameters = Object.keys(parsers) as Parameter[];

/** Query parameters that filter a list, as strings. */
export type FilterQuery = IdQuery & { readonly [Name in Parameter]?: string };

/** Parsed filters of a query. The ids have not been looked up yet. */
type RequestedFilter = { readonly ids: RequestedIds; readonly conditions: FeedFilter };

export function parseFilter(query: FilterQuery, wrong: ProblemCollector): RequestedFilter {
  let conditions: FeedFilter = {};
  for (const parameter of parameters) {
    const text = query[parameter];
    if (text === undefined) continue;
    conditions = { ...conditions, ...wrong.attempt(() => parsers[parameter](text)) };
  }
  return { ids: parseIds(query, wrong), conditions };
}
