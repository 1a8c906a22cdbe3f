import { describe, expect, it } from "@jest/globals";
import { type Color, contrast, type Palette, palettesOf, type SetColors, white } from "./palette.js";

/** Returns a function that creates reproducible random numbers below a limit. */
function randomFrom(seed: number) {
  let state = seed;
  return (limit: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
}

const names = ["color", "muted", "background", "card", "border", "star", "star-empty", "link"] as const;

/** Creates colors for a random selection of the properties that a page can set. */
function randomColors(seed: number): SetColors {
  const random = randomFrom(seed);
  const color = (): Color => [random(256), random(256), random(256)];
  return Object.fromEntries(names.flatMap((name) => (random(3) === 0 ? [[name, color()]] : [])));
}

/** Expects that every color that the page did not set is readable on its background. */
function expectReadable(palette: Palette, set: SetColors) {
  const { background } = palette;
  for (const name of ["color", "muted", "link"] as const) {
    if (!set[name]) expect(contrast(palette[name], background)).toBeGreaterThanOrEqual(4.5);
  }
  if (!set.star) expect(contrast(palette.star, background)).toBeGreaterThanOrEqual(3);
  if (!set.star || !set.color) expect(contrast(palette.edge, background)).toBeGreaterThanOrEqual(3);
  if (!set["star-empty"]) expect(contrast(palette.star, palette["star-empty"])).toBeGreaterThanOrEqual(3);
}

describe("the colors of the widget", () => {
  it.each(Array.from({ length: 20 }, (_, at) => at + 1))("are readable with the random palette %d", (seed) => {
    const set = randomColors(seed * 7_919);
    for (const theme of ["light", "dark"] as const) {
      const { widget, card } = palettesOf(set, theme);
      expectReadable(card, set);
      expectReadable(widget, set);
    }
  });

  it.each(["light", "dark"] as const)("are readable with the theme %s", (theme) => {
    const { widget, card } = palettesOf({}, theme);
    expectReadable(widget, {});
    expect(card).toEqual(widget);
  });

  it("keep every color that the page has set", () => {
    const gray: Color = [128, 128, 128];
    const set = Object.fromEntries(names.map((name) => [name, gray]));
    expect(palettesOf(set, "light").widget).toMatchObject({ color: gray, muted: gray, background: gray, star: gray });
  });

  it("distinguish empty stars from gold stars on a white and on a dark background", () => {
    const gold: Color = [251, 191, 36];
    for (const background of [white, [20, 32, 27]] as const) {
      const { star, edge, "star-empty": empty } = palettesOf({ star: gold, background }, "light").widget;
      expect(star).toEqual(gold);
      expect(contrast(gold, empty)).toBeGreaterThanOrEqual(3);
      expect(contrast(edge, background)).toBeGreaterThanOrEqual(3);
    }
  });

  it("have the text of the dark theme on a dark background", () => {
    const { color, background } = palettesOf({ background: [20, 32, 27] }, "light").widget;
    expect(contrast(color, background)).toBeGreaterThan(12);
  });

  it("choose a background on which the text of the page is readable", () => {
    const { background } = palettesOf({ color: [238, 244, 241] }, "light").widget;
    expect(contrast([238, 244, 241], background)).toBeGreaterThanOrEqual(4.5);
  });
});
