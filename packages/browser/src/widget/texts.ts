/** Strings of the widget in one language. `{}` stands for a number or a name. */
export type Texts = {
  /** Language tag of the strings, with the page's region. Numbers and dates are formatted for it. */
  readonly locale: string;
  readonly reviewsOf: string;
  readonly stars: string;
  /** Number of ratings. */
  readonly singular: string;
  readonly plural: string;
  readonly on: string;
  readonly more: string;
  readonly less: string;
  /** Names of the buttons of a carousel. Omitted in English, because the file with the layouts has the English ones. */
  readonly previous?: string;
  readonly next?: string;
  /** Links to the pages of a platform on which visitors write a review, or read all reviews. Omitted in English. */
  readonly write?: string;
  readonly read?: string;
};

export const english: Texts = {
  locale: "en",
  reviewsOf: "Reviews of {}",
  stars: "{} out of 5 stars",
  singular: "{} rating",
  plural: "{} ratings",
  on: "on {}",
  more: "Read more",
  less: "Read less",
};

export const filled = (text: string, value: string): string => text.replace("{}", () => value);
