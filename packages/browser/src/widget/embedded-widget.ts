/** A review in the public data of a widget. */
export type EmbeddedReview = {
  readonly id: string;
  readonly rating: number;
  readonly name: string;
  readonly comment: string;
  readonly create_time: string;
  readonly platform: string;
};

/** Pages of a platform on which visitors write and read reviews. */
type PlatformLinks = { readonly platform: string; readonly write?: string; readonly read?: string };

/** Data of a widget: the practice's name, rating, number of ratings, and reviews. */
export type EmbeddedWidget = {
  readonly name: string;
  readonly total: number;
  readonly rating: number;
  /** Number of ratings by number of stars, from `1` to `5`. */
  readonly distribution: Readonly<Record<string, number>>;
  readonly reviews: readonly EmbeddedReview[];
  readonly links: readonly PlatformLinks[];
};
