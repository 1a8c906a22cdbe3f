import type { Domain, Embedding, EmbedQuery } from "@repute/domain";
import type { Exchange } from "./exchange.js";
import { escapeHtml, styleHash } from "./html.js";
import type { RouterOptions, WidgetViews } from "./options.js";
import { configurePage, configurePolicy } from "./pages/configure-page.js";
import type { RateLimits } from "./rate-limits.js";
import { prefersPage } from "./reading/prefers-page.js";
import { type CacheableContent, cacheableResponse } from "./responding/cacheable-response.js";
import { sendResponse } from "./responding/response.js";
import { scriptForEverySite } from "./tracking-script-file.js";

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
  { widgetScripts = {}, widgetViews, ...options }: RouterOptions,
  limits: RateLimits,
) {
  const read = shared(limitConcurrency(maxConcurrent, widget.embed));
  const data = async (exchange: Exchange) => {
    const { request, response } = exchange;
    // Pages of every site can read errors, so that the script can explain them to the developer of a page.
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Vary", "Origin");
    await limits.visitor(exchange);
    const { origin } = request.headers;
    const [id, query] = [idOf(exchange), embedQuery(exchange)];
    const whole = await read(id, {});
    // An origin that is not allowed gets the same response as an unknown id, which tells nothing about the account.
    if (origin !== undefined && !whole.origins.some((one) => one === origin)) await read(unknownId, {});
    const { value } = Object.keys(query).length === 0 ? whole : await read(id, query);
    response.removeHeader("Access-Control-Allow-Origin");
    const content: CacheableContent = {
      body: Buffer.from(JSON.stringify(value)),
      type: "application/json",
      caching: "public, max-age=300",
      headers: { Vary: "Origin", ...(origin !== undefined && { "Access-Control-Allow-Origin": origin }) },
    };
    return sendResponse(exchange, cacheableResponse(content)(request), options);
  };
  const view =
    (render: (exchange: Exchange, embedding: Embedding) => CacheableContent) => async (exchange: Exchange) => {
      await limits.visitor(exchange);
      if (prefersPage(exchange)) exchange.facts.errors = "page";
      const embedding = await read(idOf(exchange), embedQuery(exchange));
      return sendResponse(exchange, cacheableResponse(render(exchange, embedding))(exchange.request), options);
    };
  const configure = async (exchange: Exchange) => {
    await limits.visitor(exchange);
    const page: CacheableContent = {
      body: Buffer.from(configurePage(valuesOf(exchange)("widget"))),
      type: "text/html; charset=utf-8",
      caching: "no-cache",
      headers: { "Content-Security-Policy": configurePolicy, "Referrer-Policy": "no-referrer" },
    };
    return sendResponse(exchange, cacheableResponse(page)(exchange.request), options);
  };
  return [
    ["/embed/:widget_id.json", data] as const,
    ...(widgetViews
      ? [
          ["/embed/:widget_id.html", view((exchange, found) => pageOf(exchange, found, widgetViews))] as const,
          ["/embed/:widget_id.svg", view((exchange, found) => badgeOf(exchange, found, widgetViews))] as const,
        ]
      : []),
    ...(widgetScripts["configure.js"] === undefined ? [] : [["/embed/configure", configure] as const]),
    ...Object.entries(widgetScripts).map(([name, text]) => scriptFile(name, text, options)),
  ];
}

const idOf = ({ request }: Exchange): string =>
  ((request.params ?? {}) as Readonly<Record<string, string>>)["widget_id"] ?? "";

/** Maximum length of a query value. Longer values are ignored. */
const maxValue = 200;

const valuesOf = ({ request }: Exchange) => {
  const query = new URLSearchParams(request.url?.split("?")[1]?.slice(0, 4 * maxValue));
  return (name: string): string => {
    const value = query.get(name) ?? "";
    return value.length > maxValue ? "" : value;
  };
};

function embedQuery(exchange: Exchange): EmbedQuery {
  const value = valuesOf(exchange);
  return Object.fromEntries(
    ["location_id", "provider_id", "limit"].flatMap((name) => (value(name) === "" ? [] : [[name, value(name)]])),
  );
}

/** Renders the page with the widget. Only pages of the allowed origins can show it in a frame. */
function pageOf(exchange: Exchange, { origins, value: widget }: Embedding, views: WidgetViews): CacheableContent {
  const value = valuesOf(exchange);
  const settings = { language: value("lang"), layout: value("layout") };
  const { language, title, style, content } = views.widgetPage(widget, settings);
  const policy = [
    "default-src 'none'",
    `style-src '${styleHash(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${origins.length > 0 ? origins.join(" ") : "'none'"}`,
  ].join(";");
  const page = `<!doctype html>
<html lang="${escapeHtml(language)}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${escapeHtml(title)}</title>
    <style>${style}</style>
  </head>
  <body>${content}</body>
</html>
`;
  return {
    body: Buffer.from(page),
    type: "text/html; charset=utf-8",
    caching: "public, max-age=300",
    headers: { "Content-Security-Policy": policy, "Referrer-Policy": "no-referrer" },
  };
}

const badgeOf = (exchange: Exchange, { value }: Embedding, views: WidgetViews): CacheableContent => ({
  body: Buffer.from(views.widgetBadge(value, valuesOf(exchange)("lang"))),
  type: "image/svg+xml",
  caching: "public, max-age=300",
  headers: { "Content-Security-Policy": "default-src 'none'", "Cross-Origin-Resource-Policy": "cross-origin" },
});

function scriptFile(name: string, text: string, options: RouterOptions) {
  const respond = cacheableResponse(scriptForEverySite(text));
  const serve = (exchange: Exchange) => sendResponse(exchange, respond(exchange.request), options);
  return [`/embed/${name}`, serve] as const;
}

type Read = (id: string, query: EmbedQuery) => Promise<Embedding>;

/** Shares one read between concurrent requests for the same widget and query. */
function shared(read: Read): Read {
  const running = new Map<string, Promise<Embedding>>();
  return (id, query) => {
    const key = JSON.stringify([id, query]);
    const known = running.get(key);
    if (known) return known;
    const reading = read(id, query).finally(() => running.delete(key));
    running.set(key, reading);
    return reading;
  };
}

/** Runs at most `max` reads at a time and queues the others. */
function limitConcurrency(max: number, read: Read): Read {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (id, query) => {
    if (running >= max) await new Promise<void>((resolve) => void waiting.push(resolve));
    else running += 1;
    try {
      return await read(id, query);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
