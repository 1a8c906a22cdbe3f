import type { CatalogReader } from "../../foundation/catalog/catalog-store.js";
import type { RatingCount, RatingReader } from "../../foundation/feed/ratings.js";
import { collectProblems } from "../../foundation/kernel/collect-problems.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Reads } from "../../foundation/kernel/storage.js";
import type { AggregateQuery, Coverage } from "./aggregate-query.js";
import { parseAggregate, scopeOf } from "./aggregate-query.js";
import { configuredWidget } from "./configure-widget.js";
import type { WidgetReader } from "./widget-store.js";

/**
 * Number of ratings with their average. `average` is unrounded, and `rating` is rounded to one decimal. All three are
 * zero if there are no ratings.
 */
export type AverageRating = { readonly total: number; readonly average: number; readonly rating: number };

type AveragePorts = {
  readonly storage: Reads<{
    readonly widgets: WidgetReader;
    readonly catalog: CatalogReader;
    readonly ratings: Pick<RatingReader, "counts">;
  }>;
};

/** Returns the average of all ratings that the endpoint covers. Throws `widget_not_configured`. */
export function averageRating({ storage }: AveragePorts, covered: readonly Coverage[]) {
  return (account: AccountId, query: AggregateQuery): Promise<AverageRating> =>
    storage.read(account, async (stores) => {
      const widget = await configuredWidget(stores, account);
      const wrong = collectProblems();
      const requested = parseAggregate(query, wrong);
      const { platformsOf, filter } = await scopeOf(requested, widget, account, stores.catalog, wrong);
      wrong.refuse();
      const platformIds = (coverage: Coverage) => (covered.includes(coverage) ? platformsOf(coverage) : []);
      const selection = { reviewPlatformIds: platformIds("public"), surveyPlatformIds: platformIds("surveys"), filter };
      return averageOf(await stores.ratings.counts(account, selection));
    });
}

/** Computes the average. Adds the ratings in the order of `counts`, so that all databases return the same average. */
function averageOf(counts: readonly RatingCount[]): AverageRating {
  let [total, sum] = [0, 0];
  for (const count of counts) {
    total += count.total;
    sum += count.rating * count.total;
  }
  if (total === 0) return { total: 0, average: 0, rating: 0 };
  return { total, average: sum / total, rating: Math.round((sum * 10) / total) / 10 };
}
