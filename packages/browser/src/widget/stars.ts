import { make, type Markup } from "./markup.js";

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
