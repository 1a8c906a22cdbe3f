import type { FeedFilter } from "../feed/feed.js";
import { parseCustomFilters } from "./custom-filters.js";
import type { AskedScope, ScopeQuery } from "./id-filters.js";
import { parseScope } from "./id-filters.js";

/** The parameters that filter a list, as text. */
export type FilterQuery = ScopeQuery & { readonly custom_filters?: string };

/** The filters of a query, as far as its texts say; what the ids stand for is in the catalog. */
type AskedFilter = { readonly scope: AskedScope; readonly custom: Pick<FeedFilter, "customFields"> };

/** Reads the filters of a query. */
export const parseFilter = ({ custom_filters: text, ...scope }: FilterQuery): AskedFilter => ({
  scope: parseScope(scope),
  custom: text === undefined ? {} : { customFields: parseCustomFilters(text) },
});
