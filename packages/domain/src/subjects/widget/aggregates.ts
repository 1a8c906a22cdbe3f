import type { CatalogReader, Platform } from "../../foundation/catalog/catalog.js";
import type { RatingCount, RatingFilter, RatingReader, ShownSelection } from "../../foundation/feed/feed.js";
import { firstNameShown } from "../../foundation/kernel/contact-details.js";
import {
  collectProblems,
  invalidParameter,
  type ProblemCollector,
  unavailable,
} from "../../foundation/kernel/domain-error.js";
import { base64url, parseBase64url, type Secrets } from "../../foundation/kernel/encodings.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { parseInteger, parseIntegerList } from "../../foundation/kernel/numbers.js";
import { type Slots, slots } from "../../foundation/kernel/slots.js";
import type { Cancellation, Ports } from "../../foundation/kernel/storage.js";
import { type AppliedWindow, parseWindow } from "../../foundation/kernel/window.js";
import { idFilter, type IdQuery, namesIds, parseIds, type RequestedIds } from "../../foundation/lists/filters.js";
import { publishedReview } from "../reviews/review-item.js";
import { configuredWidget } from "./configure-widget.js";
import type { Widget } from "./widget.js";

/**
 * Number of ratings with their average. `average` is unrounded, and `rating` is rounded to one decimal. All three are
 * zero if there are no ratings.
 */
export type AverageRating = { readonly total: number; readonly average: number; readonly rating: number };

/** Number of ratings by number of stars. Each rating is rounded to whole stars, and at least to one star. */
export type StarCounts = Readonly<Record<"1" | "2" | "3" | "4" | "5", number>>;

/** Returns the average of all ratings that the endpoint covers. Throws `widget_not_configured`. */
export function averageRating(ports: Ports, covered: readonly Coverage[]) {
  const counts = ratingCounts(ports, covered);
  return async (account: AccountId, query: AggregateQuery): Promise<AverageRating> =>
    averageOf(await counts(account, query));
}

/** Counts all ratings that the endpoint covers. Throws `widget_not_configured`. */
export function ratingCounts({ storage }: Ports, covered: readonly Coverage[]) {
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

/** Reviews that a widget shows. `window` is the applied time range. */
export type ShownReviews = {
  readonly window: AppliedWindow | undefined;
  readonly items: readonly AggregateReviewItem[];
};

export const maxRequested = 1_000;

/**
 * Lists the account's public reviews that have a comment and enough stars, newest first, up to the widget's limit.
 * Reads take turns by account. Throws `widget_not_configured`, and `reviews_busy` if too many reads wait.
 */
export function listShownReviews({ storage, secrets }: Ports) {
  const inTurn = reviewTurns();
  const read = (account: AccountId, query: AggregateReviewQuery): Promise<ShownReviews> =>
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
      const shown = await shownReviews(stores.ratings, account, { ...selection, ...(window && { window }) });
      const itemOf = aggregateReviewItem(widget, secrets);
      return { window, items: shown.map((json) => itemOf(publishedReview(json))) };
    });
  return (account: AccountId, query: AggregateReviewQuery, cancellation?: Cancellation): Promise<ShownReviews> =>
    inTurn(account, () => read(account, query), cancellation);
}

/** Creates the turns of reads that may scan all reviews of an account to show a few. */
export const reviewTurns = (): Slots => slots({ atOnce: 2, maxWaiting: 254, maxPerAccount: 32 }, reviewsBusy);

const reviewsBusy = () => unavailable("reviews_busy", "too many reviews are being read; try again in a moment");

/** Reads reviews to display. Scans no reviews if the kept counts have no rating that matches. */
export async function shownReviews(
  ratings: RatingReader,
  account: AccountId,
  selection: ShownSelection,
): Promise<readonly string[]> {
  const { platformIds, minRating, filter } = selection;
  const counts = await ratings.counts(account, { reviewPlatformIds: platformIds, surveyPlatformIds: [], filter });
  const matching = counts.reduce((sum, { rating, total }) => (rating >= minRating ? sum + total : sum), 0);
  if (matching === 0) return [];
  return ratings.shown(account, { ...selection, limit: Math.min(selection.limit, matching) });
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
type Coverage = "public" | "surveys";

/** Parsed ids from a query. The account may not have these ids. */
type RequestedAggregate = { readonly ids: RequestedIds; readonly platforms: readonly number[] | undefined };

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

/** Review in the response of an aggregate endpoint. */
export type AggregateReviewItem = {
  /** Opaque identifier of the review. */
  readonly id: string;
  readonly review_id: string;
  readonly rating: number;
  readonly name: string;
  readonly comment: string;
  readonly create_time: string;
  readonly location?: string;
  /** Name of the provider. */
  readonly message?: string;
  readonly platform: string;
};

const idBytes = 16;

const anonymous = "Anonymous";

/** Creates a function that renders reviews with the settings of a widget. */
export function aggregateReviewItem(
  { reviewIdKey, firstNameOnly }: Pick<Widget, "reviewIdKey" | "firstNameOnly">,
  secrets: Pick<Secrets, "hmacSha256">,
) {
  const key = parseBase64url(reviewIdKey) ?? new Uint8Array();
  return (review: ReturnType<typeof publishedReview>): AggregateReviewItem => {
    const { review_id: id, location, message } = review;
    return {
      id: base64url(secrets.hmacSha256(key, String(id)).slice(0, idBytes)),
      review_id: String(id),
      rating: review.rating ?? 0,
      name: reviewerName(review.reviewer, firstNameOnly),
      comment: review.comment ?? "",
      create_time: review.create_time,
      ...(location !== null && { location }),
      ...(message !== null && { message }),
      platform: review.platform ?? "",
    };
  };
}

/** Returns a reviewer's full name or first name, as written. */
export function reviewerName(reviewer: string | null, firstNameOnly: boolean): string {
  const name = (reviewer ?? "").trim();
  return (firstNameOnly ? firstNameShown(name) : name) || anonymous;
}
