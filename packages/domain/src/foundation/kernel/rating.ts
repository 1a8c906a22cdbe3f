/** Rounds a rating half up. Filters compare the rounded rating. */
export const roundedRating = (rating: number | null): number | null =>
  rating === null ? null : Math.floor(rating + 0.5);
