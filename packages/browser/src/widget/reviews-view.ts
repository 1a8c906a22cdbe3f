import { make } from "./elements.js";
import type { EmbeddedReview, EmbeddedWidget } from "./embedded-widget.js";
import { starsOf } from "./stars.js";
import type { Texts } from "./texts.js";
import { filled, localeOn, textsIn } from "./texts.js";

/** Maximum number of characters of a comment before it is truncated. A button expands the comment. */
const maxCharacters = 320;
const maxLines = 6;

/** Renders the widget in the page's language. */
export function reviewsView({ name, total, rating, reviews }: EmbeddedWidget, language: string): HTMLElement {
  const texts = textsIn(language);
  const locale = localeOn(language);
  const number = (value: number, digits = 0) =>
    value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: 1 });
  const stars = (value: number) => starsOf(value, filled(texts.stars, number(value)));
  const summary = make(
    "p",
    { class: "summary", part: "summary" },
    make("span", { class: "rating", part: "rating", "aria-hidden": "true" }, number(rating, 1)),
    stars(rating),
    make("span", { class: "total", dir: "auto", part: "total" }, texts.basedOn(number(total), total === 1)),
  );
  const when = new Intl.DateTimeFormat(locale, { dateStyle: "long" });
  const list = reviews.map((review) => reviewView(review, texts, stars(review.rating), when));
  return make(
    "section",
    { lang: locale, part: "widget", "aria-label": filled(texts.reviewsOf, name) },
    ...(total > 0 ? [summary] : []),
    ...(list.length > 0 ? [make("ul", { part: "list" }, ...list)] : []),
  );
}

function reviewView(
  { name, comment, create_time: time, platform }: EmbeddedReview,
  texts: Texts,
  stars: Node,
  when: Intl.DateTimeFormat,
): HTMLElement {
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
function commentView(comment: string, name: string, texts: Texts): readonly HTMLElement[] {
  const text = make("p", { class: "comment", dir: "auto", lang: "", part: "comment" }, comment);
  if (comment.length <= maxCharacters && comment.split("\n").length <= maxLines) return [text];
  const label = (word: string) => `${word}: ${name}`;
  const button = make("button", { type: "button", part: "more", "aria-expanded": "false" }, texts.more);
  const show = (isWhole: boolean) => {
    text.classList.toggle("cut", !isWhole);
    button.textContent = isWhole ? texts.less : texts.more;
    button.setAttribute("aria-expanded", String(isWhole));
    button.setAttribute("aria-label", label(button.textContent));
  };
  button.addEventListener("click", () => show(button.getAttribute("aria-expanded") === "false"));
  show(false);
  return [text, button];
}
