/** Color in sRGB. Each component is between 0 and 255. */
export type Color = readonly [red: number, green: number, blue: number];

export const white: Color = [255, 255, 255];
export const black: Color = [0, 0, 0];

/** Returns the contrast of two colors, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrast(one: Color, other: Color): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Mixes two colors. A share of 0 returns the first color, and a share of 1 returns the second color. */
export const mixed = ([r, g, b]: Color, [r2, g2, b2]: Color, share: number): Color => [
  Math.round(r + (r2 - r) * share),
  Math.round(g + (g2 - g) * share),
  Math.round(b + (b2 - b) * share),
];

/** Moves a color toward black or white until its contrast with another color is at least `min`. */
export function readable(color: Color, against: Color, min: number): Color {
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
