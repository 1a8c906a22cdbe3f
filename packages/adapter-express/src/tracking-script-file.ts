import type { Exchange } from "./exchange.js";
import type { RouterOptions } from "./options.js";
import { type CacheableContent, cacheableResponse } from "./responding/cacheable-response.js";
import { compressedOnce, wellCompressed } from "./responding/encoding.js";
import { sendResponse } from "./responding/response.js";

/** Headers that allow pages of every site to load a script. */
const forEverySite = { "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" };

/** Returns a script that pages of every site can load. */
export function scriptForEverySite(text: string): CacheableContent {
  const body = Buffer.from(text);
  return {
    ...{ body, type: "text/javascript; charset=utf-8", caching: "public, max-age=3600", headers: forEverySite },
    encoded: compressedOnce(body, wellCompressed),
  };
}

/** Returns the handler of the tracking script, or no handler if the host provides no script. */
export function trackingScriptFile({ trackingScript, ...options }: RouterOptions) {
  if (trackingScript === undefined) return [];
  const respond = cacheableResponse(scriptForEverySite(trackingScript));
  const serve = (exchange: Exchange) => sendResponse(exchange, respond(exchange.request), options);
  return [["/tracking/scct.js", serve] as const];
}
