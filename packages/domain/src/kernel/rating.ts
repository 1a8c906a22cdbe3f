/** The rating that filters compare: rounded half up. */
export const roundedRating = (rating: number | null): number | null =>
  rating === null ? null : Math.floor(rating + 0.5);
