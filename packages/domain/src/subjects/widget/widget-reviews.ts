import type { CatalogReader } from "../../foundation/catalog/catalog-store.js";
import type { RatingReader, ShownSelection } from "../../foundation/feed/ratings.js";
import { collectProblems } from "../../foundation/kernel/collect-problems.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { plus } from "../../foundation/kernel/instant.js";
import type { Secrets } from "../../foundation/kernel/secrets.js";
import type { Reads } from "../../foundation/kernel/storage.js";
import { publishedReview } from "../reviews/review-item.js";
import type { ReviewStore } from "../reviews/review-store.js";
import { type AggregateReviewQuery, parseAggregate, scopeOf } from "./aggregate-query.js";
import { type AggregateReviewItem, aggregateReviewItem } from "./aggregate-review-item.js";
import { boundsOf, maxRequested } from "./aggregate-reviews.js";
import { configuredWidget } from "./configure-widget.js";
import type { WidgetReader } from "./widget-store.js";
import type { Widget } from "./widget.js";

type WidgetReviewPorts = {
  readonly storage: Reads<PinnedReads & { readonly widgets: WidgetReader; readonly catalog: CatalogReader }>;
  readonly secrets: Pick<Secrets, "hmacSha256">;
};

/** Lists the reviews that a widget shows: pinned reviews first, then the newest ones, without hidden reviews. */
export function listWidgetReviews({ storage, secrets }: WidgetReviewPorts) {
  return (
    account: AccountId,
    query: Pick<AggregateReviewQuery, "location_id" | "provider_id" | "limit">,
  ): Promise<readonly AggregateReviewItem[]> =>
    storage.read(account, async (stores) => {
      const widget = await configuredWidget(stores, account);
      const wrong = collectProblems();
      const { limit: requested, minRating } = boundsOf(query, widget, wrong);
      const { platformsOf, filter } = await scopeOf(
        parseAggregate(query, wrong),
        widget,
        account,
        stores.catalog,
        wrong,
      );
      wrong.refuse();
      const limit = Math.min(requested, widget.limit);
      const selection = { platformIds: platformsOf("public"), minRating, filter };
      const hidden = new Set<number>(widget.hiddenReviewIds);
      const pinned = await pinnedReviews(stores, account, widget, selection);
      const needed = limit + hidden.size + pinned.length;
      const newest = await stores.ratings.shown(account, { ...selection, limit: needed });
      const found = new Map([...pinned, ...newest.map(publishedReview)].map((review) => [review.review_id, review]));
      const shown = [...found.values()].filter(({ review_id: id }) => !hidden.has(id)).slice(0, limit);
      return shown.map(aggregateReviewItem(widget, secrets));
    });
}

type PinnedReads = {
  readonly reviews: Pick<ReviewStore, "byIds">;
  readonly ratings: Pick<RatingReader, "shown">;
};

/** Finds the pinned reviews in the order of the settings. Omits reviews that the widget cannot show. */
async function pinnedReviews(
  { reviews, ratings }: PinnedReads,
  account: AccountId,
  { pinnedReviewIds: ids }: Widget,
  selection: Omit<ShownSelection, "limit" | "window">,
): Promise<readonly ReturnType<typeof publishedReview>[]> {
  const stored = new Map((await reviews.byIds(account, ids)).map((review) => [review.id, review.createdAt]));
  const found: ReturnType<typeof publishedReview>[] = [];
  for (const id of ids) {
    const at = stored.get(id);
    if (at === undefined) continue;
    const window = { from: at, to: plus(at, 1) };
    const simultaneous = await ratings.shown(account, { ...selection, window, limit: maxRequested });
    found.push(...simultaneous.map(publishedReview).filter((review) => review.review_id === id));
  }
  return found;
}
