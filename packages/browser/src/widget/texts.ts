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
  readonly previous: string;
  readonly next: string;
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
  previous: "Previous reviews",
  next: "Next reviews",
};

export const filled = (text: string, value: string): string => text.replace("{}", () => value);
