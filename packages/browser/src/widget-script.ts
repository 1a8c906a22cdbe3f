import { readFileSync } from "node:fs";
import { join } from "node:path";

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
