import type { GroupRow, ReviewRow } from "./rows.js";

/** A review as the service publishes it, made from rows on every request. */
export function reviewItem(review: ReviewRow, groups: readonly GroupRow[]) {
  const { platform } = review;
  const location = review.location ?? nowhere;
  const provider = review.provider ?? nowhere;
  return {
    comment: review.comment,
    create_time: new Date(review.createdAt).toISOString().replace(".000Z", "+00:00"),
    external_location_ids: location.externalIds,
    external_provider_ids: provider.externalIds,
    groups: groups.filter((group) => holds(group, review)).map(({ id }) => id),
    invite_name: null,
    invite_type: null,
    location: location.name,
    location_id: location.id,
    location_oid: location.externalIds[0] ?? null,
    message: provider.name,
    nps_rating: null,
    platform: platform.name,
    provider: provider.name,
    provider_id: provider.id,
    question_id: null,
    ...(review.rating !== null && { rating: review.rating }),
    review_id: review.id,
    reviewer: review.reviewer,
    sent_at: null,
    sent_to: null,
  };
}

const nowhere = { id: null, name: null, externalIds: [] as string[] };

const holds = ({ locationIds, providerIds }: GroupRow, { location, provider }: ReviewRow): boolean =>
  (location !== null && locationIds.includes(location.id)) || (provider !== null && providerIds.includes(provider.id));
