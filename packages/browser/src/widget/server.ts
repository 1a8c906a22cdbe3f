import { textsIn } from "./languages.js";
import { layoutOf, layoutStyle } from "./layouts.js";
import {
  type EmbeddedWidget,
  english,
  filled,
  linksView,
  make,
  type Markup,
  reviewsView,
  starsOf,
  type Texts,
  translatedComment,
} from "./reviews-view.js";

/** Minified text of `style.css`, which the build inserts. */
declare const __STYLE__: string;
/** Minified text of `details.css`, which the build inserts. */
declare const __DETAILS__: string;

/** Settings of a page with the widget: a language tag, and a layout. Unknown values select the defaults. */
export type PageSettings = { readonly language: string; readonly layout: string };

/** HTML of a page with the widget, in parts. The style is CSS. */
export type WidgetPage = {
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  readonly title: string;
  readonly style: string;
  readonly content: string;
};

/** Returns the text of a widget without ratings. */
const noRatings = ({ none = "No ratings yet" }: Texts): string => none;

/** Renders the widget for pages without scripts. A carousel becomes a row that visitors scroll. */
export function widgetPage(widget: EmbeddedWidget, { language, layout }: PageSettings): WidgetPage {
  const texts = textsIn(language) ?? english;
  const label = filled(texts.reviewsOf, widget.name);
  const none = make("p", { class: "summary", part: "summary" }, noRatings(texts));
  const arrange = widget.rating === null ? () => [none] : layoutOf(layout);
  const links = linksView(widget, texts);
  const view = reviewsView(widget, texts, { label, comment: translatedComment, ...(arrange && { arrange }) });
  return {
    language: texts.locale,
    direction: texts.direction ?? "ltr",
    title: label,
    style: `body{margin:0}${__STYLE__}${layoutStyle}.moves{display:none}${__DETAILS__}`,
    content: htmlOf({ ...view, content: [...view.content, ...(links && layout !== "badge" ? [links] : [])] }),
  };
}

/** Draws a badge for email signatures as SVG: the stars, the average and the number of ratings. */
export function widgetBadge({ name, rating, total }: EmbeddedWidget, language: string): string {
  const texts = textsIn(language) ?? english;
  const isRightToLeft = texts.direction === "rtl";
  const start = (x: number) => (isRightToLeft ? { x: `${240 - x}`, direction: "rtl" } : { x: `${x}` });
  const text = (x: number, more: Readonly<Record<string, string>>, content: string) =>
    make("text", { "font-family": "system-ui, sans-serif", fill: "#1d2b26", ...start(x), ...more }, content);
  const badge = (label: string, ...content: readonly Markup[]) =>
    make(
      "svg",
      { xmlns: "http://www.w3.org/2000/svg", width: "240", height: "56", viewBox: "0 0 240 56", role: "img" },
      make("title", {}, `${filled(texts.reviewsOf, name)}: ${label}`),
      make("rect", { width: "239", height: "55", x: "0.5", y: "0.5", rx: "8", fill: "#fff", stroke: "#d5dcd8" }),
      ...content,
    );
  if (rating === null) {
    const none = noRatings(texts);
    return htmlOf(badge(none, text(12, { y: "34", "font-size": "16" }, none)));
  }
  const average = rating.toLocaleString(texts.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const ratings = filled(total === 1 ? texts.singular : texts.plural, total.toLocaleString(texts.locale));
  const rated = badge(
    `${filled(texts.stars, average)}, ${ratings}`,
    text(12, { y: "36", "font-size": "24", "font-weight": "700" }, average),
    make(
      "g",
      {
        transform: isRightToLeft ? "translate(180 10) scale(-0.8 0.8)" : "translate(60 10) scale(0.8)",
        fill: "#b45309",
        stroke: "#b45309",
      },
      ...painted(starsOf(rating, "").content),
    ),
    text(60, { y: "46", "font-size": "12", fill: "#52625c" }, ratings),
  );
  return htmlOf(rated);
}

/** Replaces the classes of the stars by attributes, because images have no style sheet. */
const painted = (content: ReturnType<typeof starsOf>["content"]): ReturnType<typeof starsOf>["content"] =>
  content.map((one) => {
    if (typeof one === "string") return one;
    const { class: name, ...attributes } = one.attributes;
    const paint =
      name === "empty" ? { fill: "none", "stroke-width": "1.5" } : name === "full" ? { stroke: "none" } : {};
    return { ...one, attributes: { ...attributes, ...paint }, content: painted(one.content) };
  });

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");

/** Writes an element as HTML. Text and attribute values are escaped. */
const htmlOf = ({ name, attributes, content }: Markup): string => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const inside = content.map((one) => (typeof one === "string" ? escaped(one) : htmlOf(one)));
  return `<${name}${written.join("")}>${inside.join("")}</${name}>`;
};
