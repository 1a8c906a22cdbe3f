import type { EmbeddedReview, EmbeddedWidget } from "./embedded-widget.js";
import { make, type Markup } from "./markup.js";
import { starsOf } from "./stars.js";
import { filled, type Texts } from "./texts.js";

/** Maximum number of characters of a comment before it is truncated. A button expands the comment. */
const maxCharacters = 320;
const maxLines = 6;

/** Parts of a widget, which layouts arrange. */
export type Parts = {
  readonly summary: Markup;
  readonly reviews: readonly Markup[];
  readonly widget: EmbeddedWidget;
  readonly texts: Texts;
};

/** Arranges the parts of a widget. */
export type Arrange = (parts: Parts) => readonly Markup[];

/** The default layout: the summary, and the reviews in as many columns as fit. */
const grid: Arrange = ({ summary, reviews }) => [
  summary,
  ...(reviews.length > 0 ? [make("ul", { part: "list" }, ...reviews)] : []),
];

/** Settings of a view: its accessible name, its layout, and whether it is shown without scripts. */
export type ViewSettings = { readonly label: string; readonly arrange?: Arrange; readonly isStatic?: boolean };

/** Renders the widget. */
export function reviewsView(
  widget: EmbeddedWidget,
  texts: Texts,
  { label, arrange = grid, isStatic = false }: ViewSettings,
): Markup {
  const { locale } = texts;
  const { total, rating } = widget;
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
  const reviews = widget.reviews.map((review) => reviewView(review, texts, stars(review.rating), when, isStatic));
  return make(
    "section",
    { lang: locale, part: "widget", "aria-label": label },
    ...arrange({ summary, reviews, widget, texts }),
  );
}

function reviewView(
  { name, comment, create_time: time, platform }: EmbeddedReview,
  texts: Texts,
  stars: Markup,
  when: Intl.DateTimeFormat,
  isStatic: boolean,
): Markup {
  const date = make("time", { datetime: time }, when.format(new Date(time)));
  return make(
    "li",
    { part: "review" },
    make("p", { class: "name", dir: "auto", lang: "", part: "name" }, name),
    stars,
    make("p", { class: "about", dir: "auto", part: "about" }, date, " ", make("bdi", {}, filled(texts.on, platform))),
    ...commentView(comment, name, texts, isStatic),
  );
}

/** Renders a comment. Truncates long comments only visually, so that screen readers read the whole comment. */
function commentView(comment: string, name: string, { more, less }: Texts, isStatic: boolean): readonly Markup[] {
  const text = (more: object) =>
    make("p", { class: "comment", dir: "auto", lang: "", part: "comment", ...more }, comment);
  if (isStatic || (comment.length <= maxCharacters && comment.split("\n").length <= maxLines)) return [text({})];
  return [
    text({ class: "comment cut" }),
    make(
      "button",
      {
        type: "button",
        part: "more",
        "aria-expanded": "false",
        "aria-label": `${more}: ${name}`,
        "data-less": less,
      },
      more,
    ),
  ];
}
