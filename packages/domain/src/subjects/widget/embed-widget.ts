import type { SettingsReader } from "../../foundation/accounts/account-store.js";
import type { CatalogReader } from "../../foundation/catalog/catalog-store.js";
import type { Platform } from "../../foundation/catalog/catalog.js";
import type { RatingReader } from "../../foundation/feed/ratings.js";
import { notFound } from "../../foundation/kernel/domain-error.js";
import type { Secrets } from "../../foundation/kernel/secrets.js";
import type { Reads } from "../../foundation/kernel/storage.js";
import type { ReviewStore } from "../reviews/review-store.js";
import type { AggregateReviewQuery } from "./aggregate-query.js";
import type { AggregateReviewItem } from "./aggregate-review-item.js";
import { averageOf, ratingCounts, type StarCounts, starCountsOf } from "./average-rating.js";
import { configuredWidget } from "./configure-widget.js";
import type { Origin } from "./origin.js";
import { shownText } from "./shown-text.js";
import { listWidgetReviews } from "./widget-reviews.js";
import type { WidgetDirectory, WidgetReader } from "./widget-store.js";
import { parseWidgetId, type Widget } from "./widget.js";

export type EmbeddedReview = Pick<
  AggregateReviewItem,
  "id" | "rating" | "name" | "comment" | "create_time" | "platform"
>;

/** Public data of a widget, which any visitor of a web page can read. */
export type EmbeddedWidget = {
  /** Name of the practice. */
  readonly name: string;
  /** Number of ratings on public platforms, and their mean rounded to one decimal. */
  readonly total: number;
  readonly rating: number;
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

type EmbedPorts = {
  readonly storage: Reads<{
    readonly widgets: WidgetReader;
    readonly settings: SettingsReader;
    readonly catalog: CatalogReader;
    readonly ratings: RatingReader;
    readonly reviews: Pick<ReviewStore, "byIds">;
  }> & { readonly widgets: WidgetDirectory };
  readonly secrets: Pick<Secrets, "hmacSha256">;
};

/** Returns the public data of a widget, without authentication. Throws `widget_not_found` and errors of the query. */
export function embedWidget(ports: EmbedPorts) {
  const [counts, shown] = [ratingCounts(ports, ["public"]), listWidgetReviews(ports)];
  return async (text: string, query: EmbedQuery = {}): Promise<Embedding> => {
    const id = parseWidgetId(text);
    const owner = id && (await ports.storage.widgets.ownerOf(id));
    if (!owner) throw notFound("widget_not_found", "the widget does not exist");
    const { account, name } = owner;
    const { widget, links } = await ports.storage.read(account, async (stores) => {
      const configured = await configuredWidget(stores, account);
      const { platforms } = await stores.catalog.read(account, "platforms");
      return { widget: configured, links: linksOf(platforms, configured) };
    });
    const found = await counts(account, query);
    const { total, rating } = averageOf(found);
    const reviews = (await shown(account, query)).map(embedded);
    const value = { name: shownText(name), total, rating, distribution: starCountsOf(found), reviews, links };
    return { origins: widget.allowedOrigins, value };
  };
}

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
  ...{ name: shownText(name), comment: shownText(comment), platform: shownText(platform) },
});
