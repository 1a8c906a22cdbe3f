import type { CatalogReader } from "../../foundation/catalog/catalog-store.js";
import type { RatingCount, RatingReader } from "../../foundation/feed/ratings.js";
import { collectProblems } from "../../foundation/kernel/collect-problems.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Reads } from "../../foundation/kernel/storage.js";
import { type AggregateQuery, type Coverage, parseAggregate, scopeOf } from "./aggregate-query.js";
import { configuredWidget } from "./configure-widget.js";
import type { WidgetReader } from "./widget-store.js";

/**
 * Number of ratings with their average. `average` is unrounded, and `rating` is rounded to one decimal. All three are
 * zero if there are no ratings.
 */
export type AverageRating = { readonly total: number; readonly average: number; readonly rating: number };

/** Number of ratings by number of stars. Each rating is rounded to whole stars, and at least to one star. */
export type StarCounts = Readonly<Record<"1" | "2" | "3" | "4" | "5", number>>;

type AveragePorts = {
  readonly storage: Reads<{
    readonly widgets: WidgetReader;
    readonly catalog: CatalogReader;
    readonly ratings: Pick<RatingReader, "counts">;
  }>;
};

/** Returns the average of all ratings that the endpoint covers. Throws `widget_not_configured`. */
export function averageRating(ports: AveragePorts, covered: readonly Coverage[]) {
  const counts = ratingCounts(ports, covered);
  return async (account: AccountId, query: AggregateQuery): Promise<AverageRating> =>
    averageOf(await counts(account, query));
}

/** Counts all ratings that the endpoint covers. Throws `widget_not_configured`. */
export function ratingCounts({ storage }: AveragePorts, covered: readonly Coverage[]) {
  return (account: AccountId, query: AggregateQuery): Promise<readonly RatingCount[]> =>
    storage.read(account, async (stores) => {
      const widget = await configuredWidget(stores, account);
      const wrong = collectProblems();
      const requested = parseAggregate(query, wrong);
      const { platformsOf, filter } = await scopeOf(requested, widget, account, stores.catalog, wrong);
      wrong.refuse();
      const platformIds = (coverage: Coverage) => (covered.includes(coverage) ? platformsOf(coverage) : []);
      const selection = { reviewPlatformIds: platformIds("public"), surveyPlatformIds: platformIds("surveys"), filter };
      return stores.ratings.counts(account, selection);
    });
}

/** Computes the average. Adds the ratings in the order of `counts`, so that all databases return the same average. */
export function averageOf(counts: readonly RatingCount[]): AverageRating {
  let [total, sum] = [0, 0];
  for (const count of counts) {
    total += count.total;
    sum += count.rating * count.total;
  }
  if (total === 0) return { total: 0, average: 0, rating: 0 };
  return { total, average: sum / total, rating: Math.round((sum * 10) / total) / 10 };
}

export function starCountsOf(counts: readonly RatingCount[]): StarCounts {
  const stars = { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 };
  for (const { rating, total } of counts) {
    stars[String(Math.max(1, Math.round(rating))) as keyof StarCounts] += total;
  }
  return stars;
}
