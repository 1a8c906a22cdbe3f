import type { Platform } from "../../foundation/catalog/catalog.js";
import type { ShownSelection } from "../../foundation/feed/feed.js";
import { collectProblems, notFound } from "../../foundation/kernel/domain-error.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Cancellation, Ports, ReadStores } from "../../foundation/kernel/storage.js";
import { plus } from "../../foundation/kernel/times.js";
import { publishedReview } from "../reviews/review-item.js";
import { commentOf, type TranslatedComment } from "../reviews/translated-comment.js";
import {
  type AggregateReviewItem,
  aggregateReviewItem,
  type AggregateReviewQuery,
  averageOf,
  boundsOf,
  maxRequested,
  parseAggregate,
  ratingCounts,
  reviewTurns,
  scopeOf,
  shownReviews,
  type StarCounts,
  starCountsOf,
} from "./aggregates.js";
import { configuredWidget } from "./configure-widget.js";
import { type Origin, parseWidgetId, type Widget } from "./widget.js";

export type EmbeddedReview = Pick<AggregateReviewItem, "id" | "rating" | "name" | "create_time" | "platform"> &
  TranslatedComment;

/** Public data of a widget, which any visitor of a web page can read. */
export type EmbeddedWidget = {
  /** Name of the practice. */
  readonly name: string;
  /** Number of ratings on public platforms, and their mean rounded to one decimal, or `null` if there are none. */
  readonly total: number;
  readonly rating: number | null;
  readonly distribution: StarCounts;
  /** Reviews, newest first. */
  readonly reviews: readonly EmbeddedReview[];
  /** Public platforms of the widget with a page for writing or reading reviews. */
  readonly links: readonly PlatformLinks[];
};

/** Pages of a platform on which visitors write and read reviews. A key is absent if the account has no such page. */
export type PlatformLinks = { readonly platform: string; readonly write?: string; readonly read?: string };

/** Query parameters of the widget's data. `limit` cannot exceed the widget's own limit. */
export type EmbedQuery = Pick<AggregateReviewQuery, "location_id" | "provider_id" | "limit">;

/** Public data of a widget, and the origins of the web pages that may read the data. */
export type Embedding = { readonly origins: readonly Origin[]; readonly value: EmbeddedWidget };

/**
 * Returns the public data of a widget, without authentication. Visitors' reads take turns by account.
 * Throws `widget_not_found`, `reviews_busy` and errors of the query.
 */
export function embedWidget(ports: Ports) {
  const [counts, shown] = [ratingCounts(ports, ["public"]), listWidgetReviews(ports)];
  const inTurn = reviewTurns();
  return async (text: string, query: EmbedQuery = {}, cancellation?: Cancellation): Promise<Embedding> => {
    const id = parseWidgetId(text);
    const owner = id && (await ports.storage.widgets.ownerOf(id));
    if (!owner) throw notFound("widget_not_found", "the widget does not exist");
    return inTurn(owner.account, () => read(owner, query), cancellation);
  };

  async function read({ account, name }: Owner, query: EmbedQuery): Promise<Embedding> {
    const { widget, links } = await ports.storage.read(account, async (stores) => {
      const configured = await configuredWidget(stores, account);
      const { platforms } = await stores.catalog.read(account, "platforms");
      return { widget: configured, links: linksOf(platforms, configured) };
    });
    const found = await counts(account, query);
    const { total, rating: mean } = averageOf(found);
    const rating = total > 0 ? mean : null;
    const reviews = (await shown(account, query)).map(embedded);
    const value = { name: shownText(name), total, rating, distribution: starCountsOf(found), reviews, links };
    return { origins: widget.allowedOrigins, value };
  }
}

type Owner = { readonly account: AccountId; readonly name: string };

const linksOf = (platforms: readonly Platform[], { platformIds }: Widget): readonly PlatformLinks[] =>
  platforms
    .filter(({ id, isSurvey, isPrivate }) => !isSurvey && !isPrivate && (platformIds?.includes(id) ?? true))
    .filter(({ active, writeUrl, readUrl }) => active !== false && (writeUrl ?? readUrl) !== null)
    .map(({ name, writeUrl, readUrl }) => ({
      platform: shownText(name),
      ...(writeUrl !== null && { write: writeUrl }),
      ...(readUrl !== null && { read: readUrl }),
    }));

const embedded = ({ id, rating, name, comment, create_time, platform }: AggregateReviewItem): EmbeddedReview => ({
  ...{ id, rating, create_time },
  ...{ name: shownText(name), platform: shownText(platform), ...commentOf(shownText(comment)) },
});

/** Lists the reviews that a widget shows: pinned reviews first, then the newest ones, without hidden reviews. */
function listWidgetReviews({ storage, secrets }: Ports) {
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
      const newest = await shownReviews(stores.ratings, account, { ...selection, limit: needed });
      const found = new Map([...pinned, ...newest.map(publishedReview)].map((review) => [review.review_id, review]));
      const shown = [...found.values()].filter(({ review_id: id }) => !hidden.has(id)).slice(0, limit);
      return shown.map(aggregateReviewItem(widget, secrets));
    });
}

/** Finds the pinned reviews in the order of the settings. Omits reviews that the widget cannot show. */
async function pinnedReviews(
  { reviews, ratings }: ReadStores,
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

const lineBreak = /\r\n?|[\u0085\u2028\u2029]/g;
const extraLines = /\n(?:[^\S\n]*\n){2,}/g;
const extraMarks = /(\p{M}{4})\p{M}+/gu;
const reordering = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Cleans a string for display on another website. Keeps at most one consecutive empty line, and four combining marks
 * per letter (as Hebrew cantillation needs). Removes characters that change the direction of the text around them.
 */
export const shownText = (text: string): string =>
  text.replace(reordering, "").replace(lineBreak, "\n").replace(extraLines, "\n\n").replace(extraMarks, "$1");
