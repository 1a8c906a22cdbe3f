import type { Names } from "../../foundation/catalog/names.js";
import type { FeedEntry, Rated } from "../../foundation/feed/feed.js";
import type { Invite } from "../invites/invite.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import { isoInstant } from "../../foundation/kernel/instant.js";
import { roundedRating } from "../../foundation/kernel/rating.js";
import type { NpsSurvey, Review } from "./review.js";

function reviewItem(review: Review | NpsSurvey, names: Names, invite: Invite | undefined) {
  const location = names.location(review.locationId);
  const provider = names.provider(review.providerId);
  const nps = "npsRating" in review ? review : undefined;
  return {
    comment: review.comment,
    create_time: isoInstant(review.createdAt),
    external_location_ids: location.externalIds,
    external_provider_ids: provider.externalIds,
    groups: names.groups(review.locationId, review.providerId),
    ...inviteMembers(invite),
    location: location.name,
    location_id: review.locationId,
    location_oid: location.externalIds[0] ?? null,
    message: invite ? names.provider(invite.providerId).name : provider.name,
    nps_rating: nps?.npsRating ?? null,
    platform: names.platform(review.platformId),
    provider: provider.name,
    provider_id: review.providerId,
    question_id: nps?.questionId ?? null,
    ...(review.rating !== null && { rating: review.rating }),
    review_id: review.id,
    reviewer: review.reviewer,
  };
}

const inviteMembers = (invite: Invite | undefined) => ({
  invite_name: invite?.customerName ?? null,
  invite_type: invite?.type ?? null,
  sent_at: invite && !invite.isWaiting ? isoInstant(invite.sentAt) : null,
  sent_to: invite?.sentTo ?? null,
});

export const reviewEntry = (
  review: Review | NpsSurvey,
  names: Names,
  invite: Invite | undefined,
  modifiedAt: Instant,
): FeedEntry => ({
  kind: 0,
  id: review.id,
  at: review.createdAt,
  modifiedAt,
  locationId: review.locationId,
  providerId: review.providerId,
  rating: roundedRating(review.rating),
  customFields: review.extras,
  json: JSON.stringify(reviewItem(review, names, invite)),
  tail: null,
  keys: `"_invite_id":${review.inviteId},"_message_id":${invite?.messageId ?? null},"_platform_id":${review.platformId}`,
  ...(review.rating !== null && { rated: ratedBy(review, review.rating) }),
});

/** Returns the rating as part of averages. `isShown` is true for reviews with a comment, and false for NPS surveys. */
const ratedBy = (review: Review | NpsSurvey, rating: number): Rated => ({
  platformId: review.platformId,
  rating,
  isShown: !("npsRating" in review) && (review.comment ?? "").trim() !== "",
});

export const publishedReview = (json: string) => JSON.parse(json) as ReturnType<typeof reviewItem>;
