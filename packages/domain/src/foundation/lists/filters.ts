import type { Catalog, CatalogReader } from "../catalog/catalog.js";
import { byId } from "../catalog/names.js";
import type { FeedFilter } from "../feed/feed.js";
import { invalid, invalidParameter, type ProblemCollector } from "../kernel/domain-error.js";
import type { AccountId, GroupId } from "../kernel/ids.js";
import { isJsonObject, type JsonObject } from "../kernel/json.js";
import { parseIntegerList } from "../kernel/numbers.js";

type FieldFilter = NonNullable<FeedFilter["fields"]>[number];

/** Parsers of the filter parameters that compare fields of an entry. */
const parsers = {
  custom_filters: parseCustomFilters,
} satisfies Readonly<Record<string, (text: string) => readonly FieldFilter[]>>;
type FieldParameter = keyof typeof parsers;

/** Query parameters that filter a list, as strings. */
export type FilterQuery = IdQuery & { readonly [Name in FieldParameter]?: string };

/** Parsed filters of a query. The ids have not been looked up yet. */
type RequestedFilter = { readonly ids: RequestedIds; readonly conditions: FeedFilter };

export function parseFilter(query: FilterQuery, wrong: ProblemCollector): RequestedFilter {
  const fields = Object.entries(parsers).flatMap(([parameter, parse]) => {
    const text = query[parameter as FieldParameter];
    return text === undefined ? [] : (wrong.attempt(() => parse(text)) ?? []);
  });
  return { ids: parseIds(query, wrong), conditions: fields.length > 0 ? { fields } : {} };
}

const idParts = { location_id: "locations", provider_id: "providers", group_id: "groups" } as const;
type IdParameter = keyof typeof idParts;
const idParameters = Object.keys(idParts) as IdParameter[];

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
  const known = await catalog.read(account, ...named.map((parameter) => idParts[parameter]));
  for (const parameter of named) {
    wrong.attempt(() => refuseUnknown(parameter, requested[parameter] ?? [], known[idParts[parameter]]));
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

const customFilters = "custom_filters";
const maxBytes = 8_192;
const maxValues = 1_000;
const customKeyShape = /^custom_fields\.([A-Za-z0-9_]+)$/;
const encoder = new TextEncoder();

/**
 * Parses the parameter `custom_filters`: `{"custom_fields.<name>": ["eq", value] | ["in_", [values]]}`.
 * Values are compared as strings.
 */
function parseCustomFilters(text: string): readonly FieldFilter[] {
  return Object.entries(parseObject(text)).map(([key, condition]) => {
    const name = customKeyShape.exec(key)?.[1];
    if (name === undefined) throw invalidKey();
    return { name, values: parseCondition(condition) };
  });
}

function parseObject(text: string): JsonObject {
  if (encoder.encode(text).length > maxBytes) throw refused(`must have at most ${maxBytes} bytes`);
  const value = parseJson(text);
  if (!isJsonObject(value)) throw refused("must be a JSON object");
  return value;
}

/** Parses JSON. Replaces the parser's error message because it quotes the input. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused("must be valid JSON");
  }
}

function parseCondition(condition: unknown): readonly string[] {
  const [operator, operand, ...more] = Array.isArray(condition) ? (condition as unknown[]) : [];
  if (more.length === 0 && operator === "eq") return matchable([operand]);
  if (more.length === 0 && operator === "in_" && Array.isArray(operand)) return matchable(operand);
  throw refused('must have ["eq", value] or ["in_", [values]] for each key');
}

/** Converts filter values to strings. Drops strings with NUL characters because stored values never contain NUL. */
function matchable(values: readonly unknown[]): readonly string[] {
  if (values.length > maxValues) throw refused(`must have at most ${maxValues} values per key`);
  return [...new Set(values.map(textOf))].filter((value) => !value.includes("\0"));
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw refused("must have only strings, numbers and booleans as values");
}

function refused(why: string) {
  const message = `${customFilters} ${why}`;
  return invalid("invalid_custom_filters", message, [{ parameter: customFilters, message }]);
}

const invalidKey = () =>
  invalid("invalid_custom_filters", "invalid custom_filters key", [
    {
      parameter: customFilters,
      message:
        "custom_filters keys must be custom_fields.<field_name>, where the name has only letters, digits and underscores",
    },
  ]);
