import type { FeedId, FeedList, Rated } from "@repute/domain";
import { flag, integer, key, real, text } from "./columns.js";
import { recordTable } from "./table.js";

/**
 * Position of a rated feed entry, with the values for rating aggregates.
 * If there is no location or provider, its id is 0.
 */
export type RatingRow = FeedId &
  Rated & {
    readonly list: FeedList;
    readonly at: number;
    readonly locationId: number;
    readonly providerId: number;
  };

export const ratingTable = recordTable<RatingRow>("feed_ratings", {
  list: key(text("list")),
  id: key(integer("id")),
  kind: key(integer("kind")),
  at: integer("at"),
  platformId: integer("platform_id"),
  locationId: integer("location_id"),
  providerId: integer("provider_id"),
  rating: real("rating"),
  isShown: flag("is_shown"),
});
