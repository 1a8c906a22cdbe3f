import type { Domain, Embedding, EmbedQuery } from "@repute/domain";
import type { RouterOptions, WidgetViews } from "../options.js";
import { prefersPage } from "../requests/request-head.js";
import { type CacheableContent, cacheableResponse } from "../responses/cacheable-response.js";
import { compressedOnce, wellCompressed } from "../responses/encoding.js";
import { sendResponse } from "../responses/response.js";
import type { RateLimits } from "../router/access.js";
import type { Exchange } from "../router/exchange.js";
import { escapeHtml, type FormField, formField, formStyle, pageTemplate, styleHash } from "./page-template.js";

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
  const read = shared(widget.embed);
  const data = async (exchange: Exchange) => {
    const { request, response } = exchange;
    // Pages of every site can read errors, so that the script can explain them to the developer of a page.
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Vary", "Origin");
    await limits.visitor(exchange);
    const { origin } = request.headers;
    const [id, query] = [idOf(exchange), embedQuery(exchange)];
    const whole = await read(exchange, id, {});
    // An origin that is not allowed gets the same response as an unknown id, which tells nothing about the account.
    if (origin !== undefined && !whole.origins.some((one) => one === origin)) await read(exchange, unknownId, {});
    const { value } = Object.keys(query).length === 0 ? whole : await read(exchange, id, query);
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
      const embedding = await read(exchange, idOf(exchange), embedQuery(exchange));
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
  const { language, direction, title, style, content } = views.widgetPage(widget, settings);
  const policy = [
    "default-src 'none'",
    `style-src '${styleHash(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${origins.length > 0 ? origins.join(" ") : "'none'"}`,
  ].join(";");
  const page = `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${direction}">
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

/** Shares one read between concurrent requests for the same widget and query. Cancels it when all have left. */
function shared(read: Domain["widget"]["embed"]) {
  const running = new Map<string, SharedRead>();

  function begin(key: string, id: string, query: EmbedQuery): SharedRead {
    const leaving = new AbortController();
    const end = () => void (running.get(key) === one && running.delete(key));
    const one = { reading: read(id, query, leaving.signal).finally(end), leaving, readers: 0 };
    running.set(key, one);
    return one;
  }

  return async ({ leaving: { signal } }: Exchange, id: string, query: EmbedQuery): Promise<Embedding> => {
    signal.throwIfAborted();
    const key = JSON.stringify([id, query]);
    const one = running.get(key) ?? begin(key, id, query);
    one.readers += 1;
    const leave = () => {
      one.readers -= 1;
      if (one.readers > 0) return;
      running.delete(key);
      one.leaving.abort(signal.reason);
    };
    signal.addEventListener("abort", leave);
    return one.reading.finally(() => signal.removeEventListener("abort", leave));
  };
}

type SharedRead = { readonly reading: Promise<Embedding>; readonly leaving: AbortController; readers: number };

const configureTemplate = pageTemplate(
  `${formStyle}
main { max-width: 72rem; }
.columns { display: grid; grid-template-columns: minmax(0, 18rem) minmax(0, 1fr); gap: 2rem; align-items: start; }
.columns > * { min-width: 0; }
select { box-sizing: border-box; width: 100%; margin-top: 0.25rem; padding: 0.6rem; border: 2px solid var(--quiet); border-radius: 6px; background: var(--card); color: inherit; font: inherit; }
.preview { padding: 1rem; border: 1px dashed var(--quiet); border-radius: 6px; background: #fff; color: #1d2b26; }
pre { margin: 0.5rem 0; padding: 1rem; background: var(--page); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; }
details, .snippet { margin-top: 1.25rem; }
.snippet button { margin-top: 0; padding: 0.4rem 1rem; }
h2 { margin-top: 2rem; }
@media (max-width: 50rem) { .columns { grid-template-columns: minmax(0, 1fr); } }
`,
  [
    "script-src 'self'",
    "connect-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types repute-reviews",
    "form-action 'none'",
  ],
);

/** Content Security Policy of the page. */
const configurePolicy = configureTemplate.policy;

const textInput = { type: "text", spellcheck: "false", autocomplete: "off" };

const widgetFields = (widget: string): readonly FormField[] => [
  {
    name: "widget",
    label: "Widget id",
    hint: "repute widget show prints it.",
    attributes: { ...textInput, maxlength: "40", value: widget },
  },
  { name: "limit", label: "Number of reviews", attributes: { ...textInput, inputmode: "numeric", maxlength: "3" } },
  { name: "location", label: "Location ids", attributes: { ...textInput, maxlength: "200" } },
  { name: "provider", label: "Provider ids", attributes: { ...textInput, maxlength: "200" } },
];

const colors: readonly FormField[] = [
  { name: "--repute-star", label: "Stars", attributes: { ...textInput, placeholder: "#fbbf24", maxlength: "100" } },
  {
    name: "--repute-background",
    label: "Background",
    attributes: { ...textInput, placeholder: "#14201b", maxlength: "100" },
  },
  { name: "--repute-color", label: "Text", attributes: { ...textInput, placeholder: "#e4ebe8", maxlength: "100" } },
];

const choices = {
  layout: ["grid", "list", "carousel", "badge", "summary"],
  theme: ["", "light", "dark", "auto"],
  lang: ["", "en", "es", "de", "fr", "zh", "vi", "tl", "pt", "ar", "he"],
} as const;

const labels = { layout: "Layout", theme: "Colors without settings", lang: "Language" } as const;

const select = (name: keyof typeof choices): string =>
  `        <label for="${name}">${labels[name]}</label>
        <select id="${name}" name="${name}">${choices[name]
          .map((value) => `<option value="${value}">${value || "as on the page"}</option>`)
          .join("")}</select>`;

const snippet = (name: string): string => `      <div class="snippet" data-snippet="${name}">
        <h3>${name}</h3>
        <pre tabindex="0"><code></code></pre>
        <button type="button">Copy the code for ${name}</button>
      </div>`;

/** Renders the page on which operators try the settings of a widget, and copy the code for their pages. */
const configurePage = (widget: string): string =>
  configureTemplate.render({
    title: "Configure the review widget",
    head: `
    <script src="reviews.js" async></script>
    <script src="configure.js" defer></script>`,
    content: `      <h1>Configure the review widget</h1>
      <div class="columns">
        <form novalidate>
${[...widgetFields(widget).map((field) => formField(field, [])), ...(["layout", "theme", "lang"] as const).map(select)].join("\n")}
        <details>
          <summary>Colors</summary>
${colors.map((field) => formField(field, [])).join("\n")}
        </details>
        </form>
        <div class="preview"><repute-reviews widget="${escapeHtml(widget)}">The reviews appear here.</repute-reviews></div>
      </div>
      <h2>Code for your page</h2>
      <p role="status"></p>
${["HTML", "WordPress", "React"].map(snippet).join("\n")}`,
  });

/** Headers that allow pages of every site to load a script. */
const forEverySite = { "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" };

/** Returns a script that pages of every site can load. */
function scriptForEverySite(text: string): CacheableContent {
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
