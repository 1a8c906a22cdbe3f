import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the source code of the tracking script, served as `/tracking/scct.js`. */
export const trackingScript = (): string => readFileSync(join(__dirname, "../dist/scripts/scct.js"), "utf8");
