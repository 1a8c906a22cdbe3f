/** Rounds a rating half up, as filters compare it. */
export const roundedRating = (rating: number | null): number | null =>
  rating === null ? null : Math.floor(rating + 0.5);
