import { type ColorName, colorNames } from "./palette.js";

export const darkScheme = matchMedia("(prefers-color-scheme: dark)");

/** True if the page paints the background of the element. */
export const isPainted = (element: Element): boolean =>
  !/^(?:transparent|rgba\(0, 0, 0, 0\))$/.test(getComputedStyle(element).backgroundColor);

/** True if the page has set a color or a theme, so that the default colors do not apply. */
export function hasOwnColors(host: Element): boolean {
  const style = getComputedStyle(host);
  const isSet = (name: ColorName) => style.getPropertyValue(`--repute-${name}`) !== "";
  return host.hasAttribute("theme") || isPainted(host) || colorNames.some(isSet);
}

/** Calls `refresh` when the colors of the page may have changed: another system setting, or other attributes. */
export function onColorChange(refresh: () => void): void {
  darkScheme.addEventListener("change", refresh);
  const observer = new MutationObserver(refresh);
  for (const element of [document.documentElement, document.body]) {
    if (element) observer.observe(element, { attributes: true });
  }
}
