import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The text of the tracking script, to be served as `/tracking/scct.js`. */
export const trackingScript = (): string => readFileSync(join(__dirname, "../dist/scct.js"), "utf8");
