import type { FeedId, FeedList, Rated } from "@repute/domain";
import { flag, integer, key, real, text } from "./columns.js";
import { recordTable } from "./table.js";

/** The values of a feed entry that rating statistics use, with its position. Location or provider 0 means none. */
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
