import { countsOf } from "../../foundation/feed/ratings.js";
import { invalid } from "../../foundation/kernel/domain-error.js";
import { averageOf, type AverageRating, type StarCounts, starCountsOf } from "../../subjects/widget/average-rating.js";

/**
 * Returns the averages that the widget shows for these star ratings, and the number of ratings by number of stars.
 * Throws `invalid_rating` if a rating is not a number from 1 to 5.
 */
export function widgetAverages(ratings: readonly number[]): AverageRating & { readonly stars: StarCounts } {
  const wrong = ratings.findIndex((rating) => !(rating >= 1 && rating <= 5));
  if (wrong >= 0) throw invalid("invalid_rating", `ratings[${wrong}] must be a number from 1 to 5`);
  const counts = countsOf(ratings);
  return { ...averageOf(counts), stars: starCountsOf(counts) };
}
