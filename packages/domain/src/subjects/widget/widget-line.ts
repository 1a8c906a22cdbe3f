import type { PlatformId, ReviewId } from "../../foundation/kernel/ids.js";
import {
  defaulted,
  distinctOf,
  flag,
  idsOf,
  optional,
  parsed,
  wholeFrom,
} from "../../foundation/kernel/line-fields.js";
import type { Field, Shaped } from "../../foundation/kernel/line-shape.js";
import { type Origin, parseOrigin } from "./origin.js";
import type { WidgetSettings } from "./widget.js";

const maxShown = 100;
const maxOrigins = 100;
const maxPinned = 10;
const maxHidden = 100;

const origins: Field<readonly Origin[]> = maxItems(
  maxOrigins,
  distinctOf(
    parsed("an origin such as https://www.practice.example", parseOrigin),
    `an array of at most ${maxOrigins} origins`,
  ),
);

/** Field for ids of reviews. The reviews may not exist, because they can be deleted at any time. */
const reviewIds = (max: number): Field<readonly ReviewId[]> =>
  maxItems(
    max,
    distinctOf(
      wholeFrom(1, Number.MAX_SAFE_INTEGER) as Field<ReviewId>,
      `an array of at most ${max} review ids (positive integers)`,
    ),
  );

/** Fields of a `widget` line in a bundle. Absent fields reset settings to their defaults. */
export const widgetLine = {
  limit: defaulted(wholeFrom(1, maxShown), 10),
  min_rating: defaulted(wholeFrom(0, 5), 4),
  first_name_only: defaulted(flag, false),
  platform_ids: optional(idsOf<PlatformId>("platform")),
  allowed_origins: defaulted(origins, []),
  pinned_review_ids: defaulted(reviewIds(maxPinned), []),
  hidden_review_ids: defaulted(reviewIds(maxHidden), []),
};

export type WidgetLine = Shaped<typeof widgetLine>;

export const widgetFromLine = (line: WidgetLine): WidgetSettings => ({
  limit: line.limit,
  minRating: line.min_rating,
  firstNameOnly: line.first_name_only,
  platformIds: line.platform_ids,
  allowedOrigins: line.allowed_origins,
  pinnedReviewIds: line.pinned_review_ids,
  hiddenReviewIds: line.hidden_review_ids,
});

export const lineOfWidget = (settings: WidgetSettings): WidgetLine => ({
  limit: settings.limit,
  min_rating: settings.minRating,
  first_name_only: settings.firstNameOnly,
  platform_ids: settings.platformIds,
  allowed_origins: settings.allowedOrigins,
  pinned_review_ids: settings.pinnedReviewIds,
  hidden_review_ids: settings.hiddenReviewIds,
});

function maxItems<T>(max: number, field: Field<readonly T[]>): Field<readonly T[]> {
  return {
    ...field,
    read: (value) => (Array.isArray(value) && value.length > max ? undefined : field.read(value)),
  };
}
