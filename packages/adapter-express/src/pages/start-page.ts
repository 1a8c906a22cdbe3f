import { packageVersion } from "../openapi/open-api-document.js";
import type { RouterOptions, StartLink } from "../options.js";
import { prefersPage } from "../requests/request-head.js";
import { type CacheableContent, cacheableResponse } from "../responses/cacheable-response.js";
import { sendResponse } from "../responses/response.js";
import type { RouteTable } from "../route.js";
import { type Exchange, mountOf } from "../router/exchange.js";
import { escapeHtml, pageTemplate } from "./page-template.js";

/**
 * Returns the handlers of the start page and the host's readme by path.
 * The start page is HTML for browsers and JSON for all other clients.
 */
export function startPage(tables: readonly RouteTable[], options: RouterOptions) {
  const places = placesOf(tables, options);
  const start = (exchange: Exchange) => {
    const { request } = exchange;
    const mount = mountOf(request, options);
    const content = prefersPage(exchange) ? html(places, mount) : json(places, mount);
    return sendResponse(exchange, cacheableResponse({ ...content, negotiated: true })(request), options);
  };
  const { readme } = options;
  if (readme === undefined) return [["/", start] as const];
  const text: CacheableContent = { body: Buffer.from(readme), type: "text/plain; charset=utf-8", caching: "no-cache" };
  const respond = cacheableResponse(text);
  const read = (exchange: Exchange) => sendResponse(exchange, respond(exchange.request), options);
  return [["/", start] as const, ["/readme", read] as const];
}

function placesOf(
  tables: readonly RouteTable[],
  { docs, pageFiles = {}, readme, startLinks = [] }: RouterOptions,
): readonly StartLink[] {
  const served = new Set(tables.flatMap(({ prefix, routes }) => routes.map(({ path }) => prefix + path)));
  const own = [
    {
      name: "overview",
      path: "/overview",
      text: "Overview of a practice: reviews, NPS, invites, conversions and campaigns",
    },
    {
      name: "office",
      path: "/office",
      text: "Office: import files, undo imports and find a person, without commands",
    },
    { name: "reference", path: "/docs", text: "API reference, from which you can also send requests" },
    { name: "document", path: "/openapi.json", text: "OpenAPI 3.1 document, for generating clients" },
    { name: "alive", path: "/healthz", text: "Liveness check of the process" },
    { name: "ready", path: "/readyz", text: "Readiness check of the service" },
    { name: "readme", path: "/readme", text: "README: how to run the service, load data and copy changes" },
  ].filter(({ name, path }) => {
    if (startLinks.some((link) => link.name === name)) return false;
    if (name === "overview" || name === "office") return pageFiles[name] !== undefined;
    if (name === "reference") return docs !== false;
    if (name === "readme") return readme !== undefined;
    return name === "document" || served.has(path);
  });
  return [...startLinks, ...own];
}

const json = (places: readonly StartLink[], mount: string): CacheableContent => ({
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

const template = pageTemplate(
  `
.start { display: inline-block; padding: 0.7rem 1.4rem; border-radius: 6px; background: var(--button); color: var(--on-button); font-weight: 600; text-decoration: none; }
dt { margin-top: 1rem; font-weight: 600; }
dd, .quiet { margin: 0; color: var(--quiet); }
`,
  ["form-action 'none'"],
);

const html = (places: readonly StartLink[], mount: string): CacheableContent => ({
  body: Buffer.from(pageOf(places, mount)),
  type: "text/html; charset=utf-8",
  caching: "no-cache",
  headers: { "Content-Security-Policy": template.policy },
});

const pageOf = (places: readonly StartLink[], mount: string): string =>
  template.render({
    title: "Repute",
    content: `      <h1>Repute</h1>
      <p>Repute turns a healthcare practice's reviews, surveys, calls and online submissions into complete JSON lists for your reporting database.</p>
${startHtml(places, mount)}      <p class="quiet">Version ${escapeHtml(packageVersion())}</p>
      <dl>
${places.map((place) => placeHtml(place, mount)).join("\n")}
      </dl>`,
  });

/** Renders the link to the overview as a button, because most visitors want to see a practice first. */
function startHtml(places: readonly StartLink[], mount: string): string {
  const overview = places.find(({ name }) => name === "overview");
  return overview
    ? `      <p><a class="start" href="${escapeHtml(mount + overview.path)}">See the practice at a glance</a></p>\n`
    : "";
}

/** Renders a link. The mount path comes from the host and can contain any character. */
const placeHtml = ({ path, text }: StartLink, mount: string): string => {
  const address = escapeHtml(mount + path);
  return `        <dt><a href="${address}">${address}</a></dt>
        <dd>${escapeHtml(text)}</dd>`;
};
