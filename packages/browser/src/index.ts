import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as Server from "./widget/server.js";

export type { PageSettings, WidgetPage } from "./widget/server.js";

/** Returns the source code of the tracking script, served as `/tracking/scct.js`. */
export const trackingScript = (): string => readFileSync(join(__dirname, "../dist/scripts/scct.js"), "utf8");

const names = [
  "reviews.js",
  "reviews-colors.js",
  "reviews-languages.js",
  "reviews-details.js",
  "reviews-layouts.js",
  "configure.js",
] as const;

/** Returns the source code of the widget's scripts by file name. They are served under `/embed/`. */
export const widgetScripts = (): Readonly<Record<(typeof names)[number], string>> =>
  Object.fromEntries(
    names.map((name) => [name, readFileSync(join(__dirname, "../dist/scripts", name), "utf8")]),
  ) as never;

/** Source code of the script and the style of a page. */
type PageFiles = { readonly script: string; readonly style: string };

/** Returns the files of the pages for a practice, served under `/overview` and `/office`. */
export function pageFiles(): Readonly<Record<"overview" | "office", PageFiles>> {
  const read = (name: string) => readFileSync(join(__dirname, "../dist/scripts", name), "utf8");
  const filesOf = (page: string): PageFiles => ({ script: read(`${page}.js`), style: read(`${page}.css`) });
  return { overview: filesOf("overview"), office: filesOf("office") };
}

/** Functions that render the widget without a browser: as a page in parts, and as an SVG badge. */
export type WidgetViews = Pick<typeof Server, "widgetPage" | "widgetBadge">;

/** Loads the functions that render the widget without a browser. */
export const widgetViews = (): WidgetViews =>
  createRequire(__filename)(join(__dirname, "../dist/widget-server.js")) as WidgetViews;
