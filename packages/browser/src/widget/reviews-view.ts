/** Data of a widget: the practice's name, rating, number of ratings, and reviews. */
export type EmbeddedWidget = {
  readonly name: string;
  readonly total: number;
  /** `null` if there are no ratings. */
  readonly rating: number | null;
  /** Number of ratings by number of stars, from `1` to `5`. */
  readonly distribution: Readonly<Record<string, number>>;
  readonly reviews: readonly EmbeddedReview[];
  readonly links: readonly PlatformLinks[];
};

/** Pages of a platform on which visitors write and read reviews. */
type PlatformLinks = { readonly platform: string; readonly write?: string; readonly read?: string };

/** A review in the public data of a widget. */
type EmbeddedReview = {
  readonly id: string;
  readonly rating: number;
  readonly name: string;
  readonly comment: string;
  /** If the comment is a translation by Google: its language, and the original comment if it is known. */
  readonly language?: string;
  readonly original?: string;
  readonly create_time: string;
  readonly platform: string;
};

/** Settings of a view: its accessible name, its layout, and how it renders comments. */
type ViewSettings = { readonly label: string; readonly arrange?: Arrange; readonly comment?: CommentView };

type CommentView = (review: EmbeddedReview, texts: Texts) => readonly Markup[];

/** Renders the widget. */
export function reviewsView(
  widget: EmbeddedWidget,
  texts: Texts,
  { label, arrange = grid, comment = plainComment }: ViewSettings,
): Markup {
  const { locale } = texts;
  const { total } = widget;
  const rating = widget.rating || 0;
  const number = (value: number, digits = 0) =>
    value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: 1 });
  const stars = (value: number) => starsOf(value, filled(texts.stars, number(value)));
  const summary = make(
    "p",
    { class: "summary", part: "summary" },
    make("span", { class: "rating", part: "rating", "aria-hidden": "true" }, number(rating, 1)),
    stars(rating),
    make(
      "span",
      { class: "total", dir: "auto", part: "total" },
      filled(total === 1 ? texts.singular : texts.plural, number(total)),
    ),
  );
  const when = new Intl.DateTimeFormat(locale, { dateStyle: "long" });
  const reviews = widget.reviews.map((review) => reviewView(review, texts, stars(review.rating), when, comment));
  return make(
    "section",
    { lang: locale, part: "widget", "aria-label": label },
    ...arrange({ summary, reviews, widget, texts }),
  );
}

/** The default layout: the summary, and the reviews in as many columns as fit. */
const grid: Arrange = ({ summary, reviews }) => [
  summary,
  ...(reviews.length > 0 ? [make("ul", { part: "list" }, ...reviews)] : []),
];

/** Parts of a widget, which layouts arrange. */
export type Parts = {
  readonly summary: Markup;
  readonly reviews: readonly Markup[];
  readonly widget: EmbeddedWidget;
  readonly texts: Texts;
};

/** Arranges the parts of a widget. */
export type Arrange = (parts: Parts) => readonly Markup[];

function reviewView(
  review: EmbeddedReview,
  texts: Texts,
  stars: Markup,
  when: Intl.DateTimeFormat,
  comment: CommentView,
): Markup {
  const { name, create_time: time, platform } = review;
  const date = make("time", { datetime: time }, when.format(new Date(time)));
  return make(
    "li",
    { part: "review" },
    make("p", { class: "name", dir: "auto", lang: "", part: "name" }, name),
    stars,
    make("p", { class: "about", dir: "auto", part: "about" }, date, " ", make("bdi", {}, filled(texts.on, platform))),
    ...comment(review, texts),
  );
}

const plainComment: CommentView = ({ comment }) => [textView(comment, "")];

/**
 * Renders a comment that Google may have translated: the translation if it is in the language of the widget, otherwise
 * the original. Hides the other version in a disclosure.
 */
export const translatedComment: CommentView = (
  { comment, language = "", original },
  { locale, original: originalLabel = "Original (translated by Google)", translation = "Translation by Google" },
) => {
  const translated = textView(comment, language);
  if (!original) return [translated];
  const written = textView(original, "");
  const isRead = locale.startsWith(language);
  const [first, second] = isRead ? [translated, written] : [written, translated];
  const label = make("summary", { dir: "auto" }, isRead ? originalLabel : translation);
  return [first, make("details", { part: "translation" }, label, second)];
};

const textView = (text: string, lang: string): Markup =>
  make("p", { class: "comment", dir: "auto", lang, part: "comment" }, text);

const size = 24;

const star = "m12 1.8 3.1 6.6 7.2.9-5.3 5 1.4 7.1-6.4-3.5-6.4 3.5 1.4-7.1-5.3-5 7.2-.9z";

/** Draws five stars and fills them up to the rating, including fractions. Screen readers read `label`. */
export function starsOf(rating: number, label: string): Markup {
  const box = { viewBox: `0 0 ${size * 5} ${size}`, part: "stars", class: "stars", role: "img", "aria-label": label };
  const full = Math.max(0, Math.min(5, rating));
  // The inner SVG is only as wide as the rating, so it clips the filled stars.
  return make(
    "svg",
    box,
    fiveStars("empty"),
    make("svg", { width: `${full * size}`, height: `${size}` }, fiveStars("full")),
  );
}

const fiveStars = (name: string): Markup =>
  make(
    "g",
    { class: name },
    ...[0, 1, 2, 3, 4].map((at) => make("path", { d: star, transform: `translate(${at * size})` })),
  );

/** Renders the links to the platforms, or returns undefined if there are none. */
export function linksView({ links }: EmbeddedWidget, texts: Texts): Markup | undefined {
  const { write, read } = { ...englishLinks, ...texts };
  const list = links.flatMap((link) => [
    ...(link.write ? [linkTo(link.write, filled(write, link.platform))] : []),
    ...(link.read ? [linkTo(link.read, filled(read, link.platform))] : []),
  ]);
  return list.length > 0 ? make("p", { class: "links", part: "links" }, ...list) : undefined;
}

const englishLinks = { write: "Leave a review on {}", read: "See all reviews on {}" };

const linkTo = (href: string, text: string): Markup =>
  make("a", { dir: "auto", href: /^https:/i.test(href) ? href : "", target: "_blank", rel: "noopener nofollow" }, text);

/** Strings of the widget in one language. `{}` stands for a number or a name. */
export type Texts = {
  /** Language tag of the strings, with the page's region. Numbers and dates are formatted for it. */
  readonly locale: string;
  /** Writing direction. Left to right if omitted. */
  readonly direction?: "rtl";
  readonly reviewsOf: string;
  readonly stars: string;
  /** Number of ratings. */
  readonly singular: string;
  readonly plural: string;
  readonly on: string;
  /** Labels of the other version of a comment that Google has translated. Omitted in English. */
  readonly original?: string;
  readonly translation?: string;
  /** Buttons of long comments. Omitted in English, because the file with the details has the English ones. */
  readonly more?: string;
  readonly less?: string;
  /** Names of the buttons of a carousel. Omitted in English, because the file with the layouts has the English ones. */
  readonly previous?: string;
  readonly next?: string;
  /** Links to the pages of a platform on which visitors write a review, or read all reviews. Omitted in English. */
  readonly write?: string;
  readonly read?: string;
  /** Text of pages and images without ratings. Omitted in English. */
  readonly none?: string;
};

export const english: Texts = {
  locale: "en",
  reviewsOf: "Reviews of {}",
  stars: "{} out of 5 stars",
  singular: "{} rating",
  plural: "{} ratings",
  on: "on {}",
};

export const filled = (text: string, value: string): string => text.replace("{}", () => value);

/** Element as plain data. The browser creates DOM nodes from it, and the server writes HTML. */
export type Markup = {
  readonly name: string;
  readonly attributes: Attributes;
  readonly content: readonly (Markup | string)[];
};

type Attributes = Readonly<Record<string, string>>;

/** Describes an element. String content becomes text and is never parsed as HTML. */
export const make = (name: string, attributes: Attributes, ...content: readonly (Markup | string)[]): Markup => ({
  name,
  attributes,
  content,
});
