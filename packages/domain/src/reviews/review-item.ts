import type { Names } from "../catalog/names.js";
import type { FeedEntry } from "../feed/feed.js";
import type { Instant } from "../kernel/instant.js";
import { isoInstant } from "../kernel/instant.js";
import type { Review } from "./review.js";
import { roundedRating } from "./review.js";

/** A review as it is published. */
function reviewItem(review: Review, names: Names) {
  const location = names.location(review.locationId);
  const provider = names.provider(review.providerId);
  return {
    comment: review.comment,
    create_time: isoInstant(review.createdAt),
    external_location_ids: location.externalIds,
    external_provider_ids: provider.externalIds,
    groups: names.groups(review.locationId, review.providerId),
    invite_name: null,
    invite_type: null,
    location: location.name,
    location_id: review.locationId,
    location_oid: location.externalIds[0] ?? null,
    message: provider.name,
    nps_rating: null,
    platform: names.platform(review.platformId),
    provider: provider.name,
    provider_id: review.providerId,
    question_id: null,
    ...(review.rating !== null && { rating: review.rating }),
    review_id: review.id,
    reviewer: review.reviewer,
    sent_at: null,
    sent_to: null,
  };
}

/** A review's row in the feed. */
export const reviewEntry = (review: Review, names: Names, modifiedAt: Instant): FeedEntry => ({
  kind: 0,
  id: review.id,
  at: review.createdAt,
  modifiedAt,
  locationId: review.locationId,
  providerId: review.providerId,
  rating: roundedRating(review.rating),
  customFields: review.extras,
  json: JSON.stringify(reviewItem(review, names)),
  tail: null,
});
