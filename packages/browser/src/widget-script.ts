import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The text of the script that shows a widget, to be served as `/embed/reviews.js`. */
export const widgetScript = (): string => readFileSync(join(__dirname, "../dist/reviews.js"), "utf8");
