import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the source code of the widget script, served as `/embed/reviews.js`. */
export const widgetScript = (): string => readFileSync(join(__dirname, "../dist/reviews.js"), "utf8");
