import type { EmbeddedReview, EmbeddedWidget } from "./embedded-widget.js";
import type { Markup } from "./markup.js";
import { make } from "./markup.js";
import { starsOf } from "./stars.js";
import type { Texts } from "./texts.js";
import { filled } from "./texts.js";

/** Maximum number of characters of a comment before it is truncated. A button expands the comment. */
const maxCharacters = 320;
const maxLines = 6;

/** Renders the widget. `label` is its accessible name. */
export function reviewsView({ total, rating, reviews }: EmbeddedWidget, texts: Texts, label: string): Markup {
  const { locale } = texts;
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
  const list = reviews.map((review) => reviewView(review, texts, stars(review.rating), when));
  return make(
    "section",
    { lang: locale, part: "widget", "aria-label": label },
    summary,
    ...(list.length > 0 ? [make("ul", { part: "list" }, ...list)] : []),
  );
}

function reviewView(
  { name, comment, create_time: time, platform }: EmbeddedReview,
  texts: Texts,
  stars: Markup,
  when: Intl.DateTimeFormat,
): Markup {
  const date = make("time", { datetime: time }, when.format(new Date(time)));
  return make(
    "li",
    { part: "review" },
    make("p", { class: "name", dir: "auto", lang: "", part: "name" }, name),
    stars,
    make("p", { class: "about", dir: "auto", part: "about" }, date, " ", make("bdi", {}, filled(texts.on, platform))),
    ...commentView(comment, name, texts),
  );
}

/** Renders a comment. Truncates long comments only visually, so that screen readers read the whole comment. */
function commentView(comment: string, name: string, { more, less }: Texts): readonly Markup[] {
  const text = (more: object) =>
    make("p", { class: "comment", dir: "auto", lang: "", part: "comment", ...more }, comment);
  if (comment.length <= maxCharacters && comment.split("\n").length <= maxLines) return [text({})];
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
