import { type ColorName, colorNames } from "./palette.js";

export const darkScheme = matchMedia("(prefers-color-scheme: dark)");

/** True if the page paints the background of the element. */
export const isPainted = (element: Element): boolean =>
  !/^(?:transparent|rgba\(0, 0, 0, 0\))$/.test(getComputedStyle(element).backgroundColor);

/** Returns the element that contains an element, or the host of its shadow tree. */
export const containerOf = (element: Element): Element | undefined =>
  element.parentElement || (element.parentNode as Partial<ShadowRoot> | null)?.host;

/** Computed colors that are certainly light. */
const light = /^rgb\((?:(?:1[3-9]|2\d)\d(?:, )?){3}/;

/**
 * True if the page has set a color or a theme, or if the widget may be on a dark background, so that the default
 * colors do not apply.
 */
export function hasOwnColors(host: Element): boolean {
  const style = getComputedStyle(host);
  const isSet = (name: ColorName) => style.getPropertyValue(`--repute-${name}`) !== "";
  let behind: Element | undefined = host;
  while (behind && !isPainted(behind)) behind = containerOf(behind);
  const isOnLight = behind ? light.test(getComputedStyle(behind).backgroundColor) : !light.test(style.color);
  return !isOnLight || host.hasAttribute("theme") || isPainted(host) || colorNames.some(isSet);
}

/** Calls `refresh` when the colors of the page may have changed: another system setting, or other attributes. */
export function onColorChange(refresh: () => void): void {
  darkScheme.addEventListener("change", refresh);
  const observer = new MutationObserver(refresh);
  for (const element of [document.documentElement, document.body]) {
    if (element) observer.observe(element, { attributes: true });
  }
}
