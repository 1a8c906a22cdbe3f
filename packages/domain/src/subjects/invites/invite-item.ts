import type { Names } from "../../foundation/catalog/names.js";
import type { FeedEntry } from "../../foundation/feed/feed.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import { spacedInstant } from "../../foundation/kernel/instant.js";
import { roundedRating } from "../../foundation/kernel/rating.js";
import type { Invite } from "./invite.js";

/** Converts an invite to its published format. Ids are strings, as the interface specification requires. */
function inviteItem(invite: Invite, names: Names) {
  const location = names.location(invite.locationId);
  const provider = names.provider(invite.providerId);
  return {
    clicked: invite.clicks.map(({ at, name }) => ({ created_at: spacedInstant(at), name })),
    customer_name: invite.customerName,
    external_location_ids: location.externalIds,
    external_provider_ids: provider.externalIds,
    extras: invite.extras,
    location: location.name,
    location_id: textOf(invite.locationId),
    location_oid: location.externalIds[0] ?? null,
    message: names.message(invite.messageId),
    opened: invite.openedAt === null ? null : spacedInstant(invite.openedAt),
    platform: names.platform(invite.platformId),
    proceeded_to_review: invite.proceededToReview,
    provider: provider.name,
    provider_id: textOf(invite.providerId),
    review_rating: invite.reviewRating,
    sent_at: spacedInstant(invite.sentAt),
    sent_by: invite.sentBy,
    sent_to: invite.sentTo,
    status: invite.status,
    type: invite.type,
  };
}

const textOf = (id: number | null): string | null => (id === null ? null : String(id));

export const inviteEntry = (invite: Invite, names: Names, modifiedAt: Instant): FeedEntry => ({
  kind: 0,
  id: invite.id,
  at: invite.sentAt,
  modifiedAt,
  locationId: invite.locationId,
  providerId: invite.providerId,
  rating: roundedRating(invite.reviewRating),
  customFields: invite.extras,
  json: JSON.stringify(inviteItem(invite, names)),
  tail: null,
  keys: `"_location_id":${invite.locationId},"_provider_id":${invite.providerId}`,
});
