import type { InviteId, LocationId, PlatformId, ProviderId, ReviewId } from "../kernel/ids.js";
import type { Shaped } from "../kernel/line-shape.js";
import { defaulted, idOf, instant, numberFrom, optional, ownId, text, textMap } from "../kernel/line-fields.js";
import type { Review } from "./review.js";

/** The bundle's `review` line. */
export const reviewLine = {
  id: ownId<ReviewId>(),
  platform_id: idOf<PlatformId>("platform"),
  location_id: optional(idOf<LocationId>("location")),
  provider_id: optional(idOf<ProviderId>("provider")),
  rating: optional(numberFrom(1, 5)),
  comment: optional(text),
  reviewer: optional(text),
  create_time: instant,
  invite_id: optional(idOf<InviteId>("invite")),
  extras: defaulted(textMap, {}),
};

export type ReviewLine = Shaped<typeof reviewLine>;

/** The review that a line describes. */
export const reviewFromLine = (line: ReviewLine): Review => ({
  id: line.id,
  platformId: line.platform_id,
  locationId: line.location_id,
  providerId: line.provider_id,
  rating: line.rating,
  comment: line.comment,
  reviewer: line.reviewer,
  createdAt: line.create_time,
  inviteId: line.invite_id,
  extras: line.extras,
});
