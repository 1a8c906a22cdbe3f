import { containerOf, darkScheme, isPainted } from "./page-colors.js";
import {
  type Color,
  type ColorName,
  colorNames,
  isDark,
  type Palette,
  palettesOf,
  type SetColors,
  white,
} from "./palette.js";

// This file of the widget is for pages with their own colors.

/**
 * Sets the colors of a widget and of its cards from the page's custom properties and the attribute `theme`.
 * The script sets single properties because a page's policy may forbid style attributes.
 */
export function applyColors(host: HTMLElement, section: HTMLElement): void {
  const page = backgroundOf(host, section);
  const set = setColors(host, section, page);
  // Without settings, the widget has no background on a dark page.
  const isOnPage = isPainted(host) || (!host.hasAttribute("theme") && !set.background && !set.color && isDark(page));
  const { widget, card } = palettesOf(isOnPage ? { background: page, ...set } : set, themeOf(host));
  write(section, widget);
  for (const list of section.querySelectorAll<HTMLElement>("ul")) write(list, card);
  if (isOnPage) section.style.setProperty("--_background", "transparent");
}

function themeOf(host: Element): "light" | "dark" {
  const theme = host.getAttribute("theme");
  return theme === "dark" || (theme === "auto" && darkScheme.matches) ? "dark" : "light";
}

function write({ style }: HTMLElement, palette: Palette): void {
  for (const [name, color] of Object.entries(palette)) style.setProperty(`--_${name}`, `rgb(${color.join(" ")})`);
}

/** Returns the colors that the page has set. Transparent colors are mixed with the background behind them. */
function setColors(host: HTMLElement, probe: HTMLElement, page: Color): SetColors {
  const style = getComputedStyle(host);
  const set: { [Name in ColorName]?: Color } = {};
  for (const name of colorNames) {
    const color = componentsOf(style.getPropertyValue(`--repute-${name}`), probe);
    if (color) set[name] = onTop(color, name === "background" ? page : set["background"] || page);
  }
  return set;
}

/** Returns the color of the page behind an element, including the background of the element. */
function backgroundOf(element: Element | undefined, probe: HTMLElement): Color {
  if (!element) return canvasBehind(probe);
  const own = componentsOf(getComputedStyle(element).backgroundColor, probe) || transparent;
  return onTop(own, own[3] === 1 ? white : backgroundOf(containerOf(element), probe));
}

/** Returns the color of the browser's canvas, which depends on the color scheme of the page. */
function canvasBehind(probe: HTMLElement): Color {
  probe.style.colorScheme = "inherit";
  const color = componentsOf("Canvas", probe);
  probe.style.colorScheme = "";
  return color ? onTop(color, white) : white;
}

type Components = readonly [red: number, green: number, blue: number, alpha: number];

const transparent: Components = [0, 0, 0, 0];

/** Computes the sRGB components of a CSS color. Returns undefined if the value is not a color. */
function componentsOf(value: string, probe: HTMLElement): Components | undefined {
  const { style } = probe;
  style.color = value.trim();
  if (!style.color) return undefined;
  // A mix converts every color space to sRGB. Older browsers ignore this assignment.
  style.color = `color-mix(in srgb, ${value}, ${value})`;
  const computed = getComputedStyle(probe).color;
  style.color = "";
  // The computed color is `rgb(1, 2, 3)`, `rgba(1, 2, 3, 0.5)` or `color(srgb 0.1 0.2 0.3 / 0.5)`.
  const scale = computed.startsWith("rgb") ? 1 : 255;
  const [r = 0, g = 0, b = 0, alpha = 1] = (computed.match(/[\d.]+(?:e-\d+)?/g) || []).map(Number);
  return [r * scale, g * scale, b * scale, alpha];
}

const onTop = ([r, g, b, alpha]: Components, below: Color): Color =>
  [r, g, b].map((part, at) => Math.round(part * alpha + below[at as 0 | 1 | 2] * (1 - alpha))) as unknown as Color;
