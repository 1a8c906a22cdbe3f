import { type Arrange, filled, make, type Markup, type Parts } from "./reviews-view.js";

/** Minified text of `layouts.css`, which the build inserts. */
declare const __LAYOUTS__: string;

export const layoutStyle = __LAYOUTS__;

/** Layouts by the value of the attribute `layout`, except the default layout `grid`. */
const layouts: Readonly<Record<string, Arrange>> = {
  list: ({ summary, reviews }) => [summary, ...listOf(reviews, { class: "one" })],
  carousel: ({ summary, reviews, texts }) => [
    summary,
    ...listOf(reviews, { class: "row", tabindex: "0" }),
    ...(reviews.length > 1 ? [moves(texts)] : []),
  ],
  badge: ({ summary }) => [bare(summary)],
  summary: ({ summary, widget, texts }) => [summary, bars(widget, texts)],
};

/** Returns the layout with a name, or undefined if there is none. */
export const layoutOf = (name: string): Arrange | undefined =>
  Object.entries(layouts).find(([known]) => known === name)?.[1];

const listOf = (reviews: readonly Markup[], more: Readonly<Record<string, string>>): readonly Markup[] =>
  reviews.length > 0 ? [make("ul", { part: "list", ...more }, ...reviews)] : [];

const bare = ({ attributes, ...summary }: Markup): Markup => ({
  ...summary,
  attributes: { ...attributes, class: "summary bare" },
});

const moves = ({ previous = "Previous reviews", next = "Next reviews" }: Parts["texts"]): Markup =>
  make(
    "p",
    { class: "moves", part: "moves" },
    make("button", { type: "button", "aria-label": previous, "data-move": "-1" }, "‹"),
    make("button", { type: "button", "aria-label": next, "data-move": "1" }, "›"),
  );

/** Draws the distribution of stars, five stars first. */
function bars({ distribution, total }: Parts["widget"], texts: Parts["texts"]): Markup {
  const rows = ["5", "4", "3", "2", "1"].flatMap((stars) => {
    const count = distribution[stars] || 0;
    const width = total > 0 ? (count / total) * 100 : 0;
    return [
      make("dt", { dir: "auto" }, filled(texts.stars, stars)),
      make(
        "dd",
        { "aria-hidden": "true" },
        make(
          "svg",
          { class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none" },
          make("path", { class: "track", d: "M0 0h100v10H0z" }),
          make("path", { class: "share", d: `M0 0h${width.toFixed(2)}v10H0z` }),
        ),
      ),
      make("dd", {}, count.toLocaleString(texts.locale)),
    ];
  });
  return make("dl", { class: "bars", part: "distribution" }, ...rows);
}
