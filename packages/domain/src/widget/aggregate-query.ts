import type { Platform } from "../catalog/catalog.js";
import type { CatalogReader } from "../catalog/catalog-store.js";
import type { RatingFilter } from "../feed/ratings.js";
import type { AskedIds, IdQuery } from "../filters/id-filters.js";
import { idFilter, namesIds, parseIds } from "../filters/id-filters.js";
import type { ProblemCollector } from "../kernel/collect-problems.js";
import { invalidParameter } from "../kernel/domain-error.js";
import { parseIntegerList } from "../kernel/id-list.js";
import type { AccountId } from "../kernel/ids.js";
import type { Widget } from "./widget.js";

/** The parameters that every aggregate takes, as text; `survey_id` may name any platform of the account. */
export type AggregateQuery = IdQuery & { readonly survey_id?: string };

/** The parameters of aggregated reviews, as text. */
export type AggregateReviewQuery = AggregateQuery & {
  readonly start?: string;
  readonly end?: string;
  readonly limit?: string;
  readonly min_rating?: string;
};

/** What an aggregate is about: the public review platforms, or the surveys. */
export type Coverage = "public" | "surveys";

/** What the texts of a query say; whether the account has the ids is not known yet. */
export type AskedAggregate = { readonly ids: AskedIds; readonly platforms: readonly number[] | undefined };

/** What an aggregate is made of. */
type AggregateScope = {
  /** The platforms that it covers and that the query and the widget leave. */
  readonly platformsOf: (coverage: Coverage) => readonly number[];
  readonly filter: RatingFilter;
};

/** Reads the shared parameters of a query. */
export function parseAggregate({ survey_id: text, ...ids }: AggregateQuery, wrong: ProblemCollector): AskedAggregate {
  const platforms = text === undefined ? undefined : wrong.attempt(() => parseIntegerList("survey_id", text));
  return { ids: parseIds(ids, wrong), platforms };
}

/** What a query is about on this account; ids that are not on the account are refused. */
export async function scopeOf(
  { ids, platforms: asked }: AskedAggregate,
  { platformIds }: Pick<Widget, "platformIds">,
  account: AccountId,
  catalog: CatalogReader,
  wrong: ProblemCollector,
): Promise<AggregateScope> {
  const { platforms } = await catalog.read(account, "platforms");
  wrong.attempt(() => refuseUnknown(asked ?? [], platforms));
  const filter = namesIds(ids) ? await idFilter(ids, account, catalog, wrong) : {};
  const left = platforms.filter(({ id }) => isAmong(platformIds, id) && isAmong(asked, id));
  return { filter, platformsOf: (coverage) => left.filter(isCovered[coverage]).map(({ id }) => id) };
}

const isCovered: Readonly<Record<Coverage, (platform: Platform) => boolean>> = {
  public: ({ isSurvey, isPrivate }) => !isSurvey && !isPrivate,
  surveys: ({ isSurvey }) => isSurvey,
};

const isAmong = (ids: readonly number[] | null | undefined, id: number): boolean => ids?.includes(id) ?? true;

function refuseUnknown(asked: readonly number[], platforms: readonly Platform[]): void {
  const known = new Set<number>(platforms.map(({ id }) => id));
  const unknown = [...new Set(asked)].filter((id) => !known.has(id)).sort((a, b) => a - b);
  if (unknown.length === 0) return;
  throw invalidParameter("unknown_ids", "survey_id", `unknown survey_id(s) for this account: ${unknown.join(", ")}`);
}
