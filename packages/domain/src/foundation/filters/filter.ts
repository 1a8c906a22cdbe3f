import type { FeedFilter } from "../feed/feed.js";
import type { ProblemCollector } from "../kernel/collect-problems.js";
import { parseCustomFilters } from "./custom-filters.js";
import type { RequestedIds, IdQuery } from "./id-filters.js";
import { parseIds } from "./id-filters.js";

/** Query parameters that filter a list, as strings. */
export type FilterQuery = IdQuery & { readonly custom_filters?: string };

/** Parsed filters of a query. The ids have not been looked up yet. */
type RequestedFilter = { readonly ids: RequestedIds; readonly custom: Pick<FeedFilter, "customFields"> };

export function parseFilter({ custom_filters: text, ...ids }: FilterQuery, wrong: ProblemCollector): RequestedFilter {
  const customFields = text === undefined ? undefined : wrong.attempt(() => parseCustomFilters(text));
  return { ids: parseIds(ids, wrong), custom: customFields ? { customFields } : {} };
}
