import type { FeedFilter } from "../feed/feed.js";
import { parseCustomFilters } from "./custom-filters.js";
import type { AskedIds, IdQuery } from "./id-filters.js";
import { parseIds } from "./id-filters.js";

/** The parameters that filter a list, as text. */
export type FilterQuery = IdQuery & { readonly custom_filters?: string };

/** The filters of a query, as far as its texts say; what the ids stand for is in the catalog. */
type AskedFilter = { readonly ids: AskedIds; readonly custom: Pick<FeedFilter, "customFields"> };

/** Reads the filters of a query. */
export const parseFilter = ({ custom_filters: text, ...ids }: FilterQuery): AskedFilter => ({
  ids: parseIds(ids),
  custom: text === undefined ? {} : { customFields: parseCustomFilters(text) },
});
