/** Colors that a page can set, by the name of their custom property without the prefix `--repute-`. */
export const colorNames = ["color", "muted", "background", "card", "border", "star", "star-empty", "link"] as const;

export type ColorName = (typeof colorNames)[number];
