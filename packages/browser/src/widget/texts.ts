/** Strings of the widget in one language. */
export type Texts = {
  readonly reviewsOf: string;
  readonly stars: string;
  readonly basedOn: (count: string, isOne: boolean) => string;
  readonly on: string;
  readonly more: string;
  readonly less: string;
};

const english: Texts = {
  reviewsOf: "Reviews of {}",
  stars: "{} out of 5 stars",
  basedOn: (count, isOne) => `${count} ${isOne ? "rating" : "ratings"}`,
  on: "on {}",
  more: "Read more",
  less: "Read less",
};

const spanish: Texts = {
  reviewsOf: "Opiniones sobre {}",
  stars: "{} de 5 estrellas",
  basedOn: (count, isOne) => `${count} ${isOne ? "valoración" : "valoraciones"}`,
  on: "en {}",
  more: "Leer más",
  less: "Leer menos",
};

/** Returns the widget's strings in the page's language if supported, otherwise in English. */
export const textsIn = (language: string): Texts => (/^es\b/i.test(language) ? spanish : english);

/** Returns the locale for formatting on a page in the given language. Defaults to English. */
export const localeOn = (language: string): string => (/^es\b/i.test(language) ? language : "en");

export const filled = (text: string, value: string): string => text.replace("{}", () => value);
