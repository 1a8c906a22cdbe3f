import type { CatalogReader } from "../../foundation/catalog/catalog-store.js";
import type { Platform } from "../../foundation/catalog/catalog.js";
import type { RatingFilter } from "../../foundation/feed/ratings.js";
import { idFilter, type IdQuery, namesIds, parseIds, type RequestedIds } from "../../foundation/filters/id-filters.js";
import type { ProblemCollector } from "../../foundation/kernel/collect-problems.js";
import { invalidParameter } from "../../foundation/kernel/domain-error.js";
import { parseIntegerList } from "../../foundation/kernel/id-list.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Widget } from "./widget.js";

/**
 * Query parameters of all aggregate endpoints, as strings. `survey_id` can contain ids of any platform of the account.
 */
export type AggregateQuery = IdQuery & { readonly survey_id?: string };

export type AggregateReviewQuery = AggregateQuery & {
  readonly start?: string;
  readonly end?: string;
  readonly limit?: string;
  readonly min_rating?: string;
};

/** Sources of ratings: public review platforms, or surveys. */
export type Coverage = "public" | "surveys";

/** Parsed ids from a query. The account may not have these ids. */
export type RequestedAggregate = { readonly ids: RequestedIds; readonly platforms: readonly number[] | undefined };

type AggregateScope = {
  /** Returns the review platforms or surveys that both the query and the widget select. */
  readonly platformsOf: (coverage: Coverage) => readonly number[];
  readonly filter: RatingFilter;
};

/** Parses the query parameters that all aggregate endpoints accept. */
export function parseAggregate(
  { survey_id: text, ...ids }: AggregateQuery,
  wrong: ProblemCollector,
): RequestedAggregate {
  const platforms = text === undefined ? undefined : wrong.attempt(() => parseIntegerList("survey_id", text));
  return { ids: parseIds(ids, wrong), platforms };
}

/**
 * Finds the platforms, locations and providers that the query selects. Throws `unknown_ids` if the account does not
 * have one of the ids.
 */
export async function scopeOf(
  { ids, platforms: requested }: RequestedAggregate,
  { platformIds }: Pick<Widget, "platformIds">,
  account: AccountId,
  catalog: CatalogReader,
  wrong: ProblemCollector,
): Promise<AggregateScope> {
  const { platforms } = await catalog.read(account, "platforms");
  wrong.attempt(() => refuseUnknown(requested ?? [], platforms));
  const filter = namesIds(ids) ? await idFilter(ids, account, catalog, wrong) : {};
  const left = platforms.filter(({ id }) => isAmong(platformIds, id) && isAmong(requested, id));
  return { filter, platformsOf: (coverage) => left.filter(isCovered[coverage]).map(({ id }) => id) };
}

const isCovered: Readonly<Record<Coverage, (platform: Platform) => boolean>> = {
  public: ({ isSurvey, isPrivate }) => !isSurvey && !isPrivate,
  surveys: ({ isSurvey }) => isSurvey,
};

const isAmong = (ids: readonly number[] | null | undefined, id: number): boolean => ids?.includes(id) ?? true;

function refuseUnknown(requested: readonly number[], platforms: readonly Platform[]): void {
  const known = new Set<number>(platforms.map(({ id }) => id));
  const unknown = [...new Set(requested)].filter((id) => !known.has(id)).sort((a, b) => a - b);
  if (unknown.length === 0) return;
  throw invalidParameter("unknown_ids", "survey_id", `unknown survey_id(s) for this account: ${unknown.join(", ")}`);
}
