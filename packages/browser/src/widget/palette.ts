/** Colors that a page can set, by the name of their custom property without the prefix `--repute-`. */
export const colorNames = ["color", "muted", "background", "card", "border", "star", "star-empty", "link"] as const;

export type ColorName = (typeof colorNames)[number];

/** Color in sRGB. Each component is between 0 and 255. */
export type Color = readonly [red: number, green: number, blue: number];

type Theme = "light" | "dark";

/** Colors that a page has set. */
export type SetColors = { readonly [Name in ColorName]?: Color };

/** Colors of the parts of the widget that share a background. `edge` is the outline of the stars. */
export type Palette = Readonly<Record<Exclude<ColorName, "card"> | "edge", Color>>;

const minText = 4.5;
const minStars = 3;

export const white: Color = [255, 255, 255];
const black: Color = [0, 0, 0];

const themes: Readonly<Record<Theme, Record<"color" | "background" | "star" | "link", Color>>> = {
  light: { color: [29, 43, 38], background: white, star: [180, 83, 9], link: [31, 111, 84] },
  dark: { color: [238, 244, 241], background: [20, 32, 27], star: [251, 191, 36], link: [134, 210, 180] },
};

/**
 * Completes the colors that a page has set, for the widget and for its cards.
 * Derived text has a contrast of at least 4.5 to 1, and derived stars of at least 3 to 1 (WCAG 2.2 AA).
 */
export function palettesOf(set: SetColors, theme: Theme): { readonly widget: Palette; readonly card: Palette } {
  const background = set.background ?? backgroundFor(set, theme);
  return { widget: paletteOn(background, set), card: paletteOn(set.card ?? background, set) };
}

/** Returns the theme's background, or white or black if the colors that the page has set are easier to see on it. */
function backgroundFor(set: SetColors, theme: Theme): Color {
  const worst = (background: Color) =>
    Math.min(
      ...[set.color, set.muted, set.link].map((one) => (one ? contrast(one, background) / minText : 1)),
      set.star ? contrast(set.star, background) / minStars : 1,
    );
  const easier = (one: Color, other: Color) => (worst(one) >= Math.min(1, worst(other)) ? one : other);
  return [white, black].reduce(easier, themes[theme].background);
}

function paletteOn(background: Color, set: SetColors): Palette {
  const { color: text, star: gold, link } = themes[isDark(background) ? "dark" : "light"];
  const color = set.color ?? readable(text, background, minText);
  const star = set.star ?? readable(gold, background, minStars);
  const isVisible = contrast(star, background) >= minStars;
  return {
    color,
    background,
    star,
    muted: set.muted ?? readable(mixed(color, background, 0.3), background, minText),
    border: set.border ?? mixed(color, background, 0.82),
    link: set.link ?? readable(link, background, minText),
    "star-empty": set["star-empty"] ?? (isVisible ? background : readable(background, star, minStars)),
    edge: isVisible ? star : readable(color, background, minStars),
  };
}

/** True if white text has more contrast on a background than black text. */
export const isDark = (background: Color): boolean => contrast(white, background) > contrast(black, background);

/** Returns the contrast of two colors, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrast(one: Color, other: Color): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Mixes two colors. A share of 0 returns the first color, and a share of 1 returns the second color. */
const mixed = ([r, g, b]: Color, [r2, g2, b2]: Color, share: number): Color => [
  Math.round(r + (r2 - r) * share),
  Math.round(g + (g2 - g) * share),
  Math.round(b + (b2 - b) * share),
];

/** Moves a color toward black or white until its contrast with another color is at least `min`. */
function readable(color: Color, against: Color, min: number): Color {
  const end = contrast(white, against) > contrast(black, against) ? white : black;
  let found = color;
  for (let step = 1; contrast(found, against) < min && step <= 20; step += 1) found = mixed(color, end, step / 20);
  return found;
}

/** Returns the relative luminance of a color, from 0 to 1 (WCAG 2.2). */
function luminance([r, g, b]: Color): number {
  const linear = (part: number) => (part > 10.31475 ? ((part / 255 + 0.055) / 1.055) ** 2.4 : part / 3294.6);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}
