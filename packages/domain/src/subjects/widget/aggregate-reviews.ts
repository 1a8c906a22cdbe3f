import type { SettingsReader } from "../../foundation/accounts/account-store.js";
import type { CatalogReader } from "../../foundation/catalog/catalog-store.js";
import type { RatingReader } from "../../foundation/feed/ratings.js";
import { collectProblems, type ProblemCollector } from "../../foundation/kernel/collect-problems.js";
import { invalidParameter } from "../../foundation/kernel/domain-error.js";
import { parseInteger } from "../../foundation/kernel/id-list.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Secrets } from "../../foundation/kernel/secrets.js";
import type { Reads } from "../../foundation/kernel/storage.js";
import { type AppliedWindow, parseWindow } from "../../foundation/kernel/window.js";
import { publishedReview } from "../reviews/review-item.js";
import { type AggregateReviewQuery, parseAggregate, scopeOf } from "./aggregate-query.js";
import { type AggregateReviewItem, aggregateReviewItem } from "./aggregate-review-item.js";
import { configuredWidget } from "./configure-widget.js";
import type { WidgetReader } from "./widget-store.js";
import type { Widget } from "./widget.js";

/** Reviews that a widget shows. `window` is the applied time range. */
export type ShownReviews = {
  readonly window: AppliedWindow | undefined;
  readonly items: readonly AggregateReviewItem[];
};

export const maxRequested = 1_000;

type ShownPorts = {
  readonly storage: Reads<{
    readonly widgets: WidgetReader;
    readonly settings: SettingsReader;
    readonly catalog: CatalogReader;
    readonly ratings: Pick<RatingReader, "shown">;
  }>;
  readonly secrets: Pick<Secrets, "hmacSha256">;
};

/**
 * Lists the account's public reviews that have a comment and enough stars, newest first, up to the widget's limit.
 * Throws `widget_not_configured`.
 */
export function listShownReviews({ storage, secrets }: ShownPorts) {
  return (account: AccountId, query: AggregateReviewQuery): Promise<ShownReviews> =>
    storage.read(account, async (stores) => {
      const widget = await configuredWidget(stores, account);
      const wrong = collectProblems();
      const bounds = boundsOf(query, widget, wrong);
      const requested = parseAggregate(query, wrong);
      const { timeZone } = await stores.settings.read(account);
      const window = wrong.attempt(() =>
        parseWindow({ start: ["start", query.start], end: ["end", query.end] }, "next-24-hours", timeZone),
      );
      const { platformsOf, filter } = await scopeOf(requested, widget, account, stores.catalog, wrong);
      wrong.refuse();
      const selection = { platformIds: platformsOf("public"), ...bounds, filter };
      const shown = await stores.ratings.shown(account, { ...selection, ...(window && { window }) });
      const itemOf = aggregateReviewItem(widget, secrets);
      return { window, items: shown.map((json) => itemOf(publishedReview(json))) };
    });
}

/** Returns the limit and the minimum rating from the query. For absent parameters, uses the widget's settings. */
export function boundsOf(
  { limit, min_rating: minRating }: AggregateReviewQuery,
  widget: Widget,
  wrong: ProblemCollector,
) {
  const read = (name: string, text: string | undefined, usual: number, bounds: Bounds) =>
    text === undefined ? usual : (wrong.attempt(() => parseWithin(name, text, bounds)) ?? usual);
  return {
    limit: read("limit", limit, widget.limit, [1, maxRequested]),
    minRating: read("min_rating", minRating, widget.minRating, [0, 5]),
  };
}

type Bounds = readonly [min: number, max: number];

function parseWithin(name: string, text: string, [min, max]: Bounds): number {
  const value = parseInteger(name, text);
  if (value >= min && value <= max) return value;
  throw invalidParameter("out_of_range", name, `${name} must be an integer from ${min} to ${max}`);
}
