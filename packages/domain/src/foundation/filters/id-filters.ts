import type { CatalogReader } from "../catalog/catalog-store.js";
import type { Catalog } from "../catalog/catalog.js";
import { byId } from "../catalog/names.js";
import type { FeedFilter } from "../feed/feed.js";
import type { ProblemCollector } from "../kernel/collect-problems.js";
import { invalidParameter } from "../kernel/domain-error.js";
import { parseIntegerList } from "../kernel/id-list.js";
import type { AccountId, GroupId } from "../kernel/ids.js";

const parts = { location_id: "locations", provider_id: "providers", group_id: "groups" } as const;
type IdParameter = keyof typeof parts;
const idParameters = Object.keys(parts) as IdParameter[];

/** Query parameters that filter by location, provider and group, as strings. */
export type IdQuery = { readonly [Parameter in IdParameter]?: string };

/** Parsed ids of a query. They have not been checked against the account yet. */
export type RequestedIds = { readonly [Parameter in IdParameter]?: readonly number[] };

/** Parses the ids of a query and removes duplicates. */
export const parseIds = (query: IdQuery, wrong: ProblemCollector): RequestedIds =>
  Object.fromEntries(
    idParameters.flatMap((parameter) => {
      const text = query[parameter];
      const ids = text === undefined ? undefined : wrong.attempt(() => parseIntegerList(parameter, text));
      return ids ? [[parameter, [...new Set(ids)]]] : [];
    }),
  );

/** True if the query contains ids, so that the catalog must be read. */
export const namesIds = (requested: RequestedIds): boolean => Object.keys(requested).length > 0;

/** Converts ids to a filter. Throws `unknown_ids` if any of the ids does not exist in the account. */
export async function idFilter(
  requested: RequestedIds,
  account: AccountId,
  catalog: CatalogReader,
  wrong: ProblemCollector,
): Promise<FeedFilter> {
  const named = idParameters.filter((parameter) => requested[parameter]);
  const known = await catalog.read(account, ...named.map((parameter) => parts[parameter]));
  for (const parameter of named) {
    wrong.attempt(() => refuseUnknown(parameter, requested[parameter] ?? [], known[parts[parameter]]));
  }
  const conditions: Readonly<Record<IdParameter, (ids: readonly number[]) => FeedFilter>> = {
    location_id: (locationIds) => ({ locationIds }),
    provider_id: (providerIds) => ({ providerIds }),
    group_id: (ids) => ({ members: membersOf(ids, known.groups) }),
  };
  return named.reduce(
    (filter, parameter) => ({ ...filter, ...conditions[parameter](requested[parameter] ?? []) }),
    {} satisfies FeedFilter,
  );
}

function refuseUnknown(
  parameter: string,
  requested: readonly number[],
  known: readonly { readonly id: number }[],
): void {
  const records = byId(known);
  const unknown = requested.filter((id) => !records.has(id)).sort((a, b) => a - b);
  if (unknown.length === 0) return;
  const message = `unknown ${parameter}(s) for this account: ${unknown.join(", ")}`;
  throw invalidParameter("unknown_ids", parameter, message);
}

function membersOf(requested: readonly number[], groups: Catalog["groups"]): NonNullable<FeedFilter["members"]> {
  const records = byId(groups);
  const chosen = requested.flatMap((id) => records.get(id as GroupId) ?? []);
  return {
    locationIds: [...new Set(chosen.flatMap(({ locationIds }) => locationIds))],
    providerIds: [...new Set(chosen.flatMap(({ providerIds }) => providerIds))],
  };
}
