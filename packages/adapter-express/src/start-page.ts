import type { Request } from "express";
import { request as express } from "express";
import { escapeHtml, styleHash } from "./html.js";
import type { Exchange } from "./exchange.js";
import { mountOf } from "./mount.js";
import type { RouterOptions } from "./options.js";
import { packageVersion } from "./package-version.js";
import type { CacheableContent } from "./responding/cacheable-response.js";
import { cacheableResponse } from "./responding/cacheable-response.js";
import { sendResponse } from "./responding/response.js";
import type { RouteTable } from "./route.js";

/** A link on the start page. */
type Place = { readonly name: string; readonly path: string; readonly text: string };

/**
 * Returns the handlers of the start page and the host's readme by path.
 * The start page is HTML for browsers and JSON for all other clients.
 */
export function startPage(tables: readonly RouteTable[], options: RouterOptions) {
  const places = placesOf(tables, options);
  const start = (exchange: Exchange) => {
    const { request } = exchange;
    const mount = mountOf(request, options);
    const wanted = express.accepts.call(request as Request, "application/json", "text/html");
    const content = wanted === "text/html" ? html(places, mount) : json(places, mount);
    return sendResponse(exchange, cacheableResponse({ ...content, negotiated: true })(request), options);
  };
  const { readme } = options;
  if (readme === undefined) return [["/", start] as const];
  const text: CacheableContent = { body: Buffer.from(readme), type: "text/plain; charset=utf-8", caching: "no-cache" };
  const respond = cacheableResponse(text);
  const read = (exchange: Exchange) => sendResponse(exchange, respond(exchange.request), options);
  return [["/", start] as const, ["/readme", read] as const];
}

function placesOf(tables: readonly RouteTable[], { docs, readme }: RouterOptions): readonly Place[] {
  const served = new Set(tables.flatMap(({ prefix, routes }) => routes.map(({ path }) => prefix + path)));
  return [
    { name: "reference", path: "/docs", text: "API reference, from which you can also send requests" },
    { name: "document", path: "/openapi.json", text: "OpenAPI 3.1 document, for generating clients" },
    { name: "alive", path: "/healthz", text: "Liveness check of the process" },
    { name: "ready", path: "/readyz", text: "Readiness check of the service" },
    { name: "readme", path: "/readme", text: "README: how to run the service, load data and copy changes" },
  ].filter(({ name, path }) => {
    if (name === "reference") return docs !== false;
    if (name === "readme") return readme !== undefined;
    return name === "document" || served.has(path);
  });
}

const json = (places: readonly Place[], mount: string): CacheableContent => ({
  body: Buffer.from(
    JSON.stringify({
      service: "Repute",
      version: packageVersion(),
      ...Object.fromEntries(places.map(({ name, path }) => [name, mount + path])),
    }),
  ),
  type: "application/json",
  caching: "no-cache",
});

const style = `
body { margin: 0; background: #f4f6f4; color: #1d2b26; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 3rem auto; padding: 2rem; background: #fff; border-radius: 12px; box-shadow: 0 1px 4px #0002; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.2; }
dt { margin-top: 1rem; font-weight: 600; }
dd { margin: 0; color: #52625c; }
a { color: #1f6f54; overflow-wrap: anywhere; }
@media (max-width: 38rem) { main { margin: 0; border-radius: 0; } }
`;

/** Content security policy: the page may use only its own style. */
const policy = [
  "default-src 'none'",
  `style-src '${styleHash(style)}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(";");

const html = (places: readonly Place[], mount: string): CacheableContent => ({
  body: Buffer.from(pageOf(places, mount)),
  type: "text/html; charset=utf-8",
  caching: "no-cache",
  headers: { "Content-Security-Policy": policy },
});

const pageOf = (places: readonly Place[], mount: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Repute</title>
    <link rel="icon" href="data:,">
    <style>${style}</style>
  </head>
  <body>
    <main>
      <h1>Repute</h1>
      <p>Repute turns a healthcare practice's reviews, surveys, calls and online submissions into complete JSON lists for your reporting database.</p>
      <dl>
${places.map((place) => placeHtml(place, mount)).join("\n")}
      </dl>
    </main>
  </body>
</html>
`;

/** Renders a link. The mount path comes from the host and can contain any character. */
const placeHtml = ({ path, text }: Place, mount: string): string => {
  const address = escapeHtml(mount + path);
  return `        <dt><a href="${address}">${address}</a></dt>
        <dd>${text}</dd>`;
};
