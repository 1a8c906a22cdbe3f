import type { Domain, Embedding } from "@repute/domain";
import type { Exchange } from "./exchange.js";
import type { RouterOptions } from "./options.js";
import type { RateLimits } from "./rate-limits.js";
import type { CacheableContent } from "./responding/cacheable-response.js";
import { cacheableResponse } from "./responding/cacheable-response.js";
import { sendResponse } from "./responding/response.js";
import { forEverySite } from "./tracking-script-file.js";

/** Maximum number of concurrent widget reads, so that public requests do not delay the requests of accounts. */
const maxConcurrent = 2;

/** Text that is never the id of a widget. */
const unknownId = "";

/**
 * Returns the handlers of the public widget endpoints by path: the content, and the scripts that the host provides.
 * Concurrent requests for the same widget share one read.
 */
export function embedEndpoints(
  { widget }: Domain,
  { widgetScripts = {}, ...options }: RouterOptions,
  limits: RateLimits,
) {
  const read = shared(limitConcurrency(maxConcurrent, widget.embed));
  const serve = async (exchange: Exchange) => {
    const { request, response } = exchange;
    // Pages of every site can read errors, so that the script can explain them to the developer of a page.
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Vary", "Origin");
    await limits.visitor(exchange);
    const { widget_id: id = "" } = (request.params ?? {}) as Readonly<Record<string, string>>;
    const { origin } = request.headers;
    const { origins, value } = await read(id);
    // An origin that is not allowed gets the same response as an unknown id, which tells nothing about the account.
    if (origin !== undefined && !origins.some((one) => one === origin)) await read(unknownId);
    response.removeHeader("Access-Control-Allow-Origin");
    const content: CacheableContent = {
      body: Buffer.from(JSON.stringify(value)),
      type: "application/json",
      caching: "public, max-age=300",
      headers: { Vary: "Origin", ...(origin !== undefined && { "Access-Control-Allow-Origin": origin }) },
    };
    return sendResponse(exchange, cacheableResponse(content)(request), options);
  };
  return [
    ["/embed/:widget_id.json", serve] as const,
    ...Object.entries(widgetScripts).map(([name, text]) => scriptFile(name, text, options)),
  ];
}

function scriptFile(name: string, text: string, options: RouterOptions) {
  const script: CacheableContent = {
    body: Buffer.from(text),
    type: "text/javascript; charset=utf-8",
    caching: "public, max-age=3600",
    headers: forEverySite,
  };
  const respond = cacheableResponse(script);
  const serve = (exchange: Exchange) => sendResponse(exchange, respond(exchange.request), options);
  return [`/embed/${name}`, serve] as const;
}

type Read = (id: string) => Promise<Embedding>;

/** Shares one read between concurrent requests for the same widget. */
function shared(read: Read): Read {
  const running = new Map<string, Promise<Embedding>>();
  return (id) => {
    const known = running.get(id);
    if (known) return known;
    const reading = read(id).finally(() => running.delete(id));
    running.set(id, reading);
    return reading;
  };
}

/** Runs at most `max` reads at a time and queues the others. */
function limitConcurrency(max: number, read: Read): Read {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (id) => {
    if (running >= max) await new Promise<void>((resolve) => void waiting.push(resolve));
    else running += 1;
    try {
      return await read(id);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
