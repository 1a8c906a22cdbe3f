import type { Exchange, MountedRequest } from "../exchange.js";
import type { RouterOptions } from "../options.js";
import { type CacheableContent, cacheableResponse } from "../responding/cacheable-response.js";
import { sendResponse } from "../responding/response.js";
import type { RouteTable } from "../route.js";
import { docsPage, pagePolicy } from "./docs-page.js";
import { documentOf, type OpenApiDocument } from "./open-api-document.js";
import { referenceDocument, type ReferenceVersion } from "./reference-document.js";
import { pageFile, rendererFile, rendererRelease } from "./reference-files.js";

type Content = (request: MountedRequest) => CacheableContent | Promise<CacheableContent>;

/** Returns the handlers of the API reference by path: the OpenAPI document and an interactive page. */
export function apiReference(tables: readonly RouteTable[], options: RouterOptions) {
  const contents = {
    "/openapi.json": documentContent(tables, options),
    ...(options.docs !== false && pageContents(tables, options)),
  };
  const serve = (content: Content) => async (exchange: Exchange) =>
    sendResponse(exchange, cacheableResponse(await content(exchange.request))(exchange.request), options);
  return Object.entries(contents).map(([path, content]) => [path, serve(content)] as const);
}

/** Creates the OpenAPI document on first use, so that it does not delay startup. */
function documentContent(tables: readonly RouteTable[], { baseUrl }: RouterOptions): Content {
  let made: { readonly server: string; readonly document: OpenApiDocument } | undefined;
  return ({ baseUrl: mount = "" }) => {
    const server = baseUrl ?? (mount === "" ? "/" : mount);
    if (made?.server !== server) made = { server, document: documentOf(tables, server) };
    return cacheable("application/json", JSON.stringify(made.document));
  };
}

const pageContents = (
  tables: readonly RouteTable[],
  { ownCredentials = true }: RouterOptions,
): Readonly<Record<string, Content>> => ({
  "/docs": async ({ url = "" }) => {
    const docs = url.split("?")[0]?.endsWith("/") ? "" : "docs/";
    return cacheable("text/html; charset=utf-8", docsPage(docs, await rendererRelease(), ownCredentials), {
      "Content-Security-Policy": pagePolicy,
    });
  },
  "/docs/v1.json": referenceContent(tables, "v1"),
  "/docs/v2.json": referenceContent(tables, "v2"),
  "/docs/page.js": async () => cacheable("text/javascript; charset=utf-8", await pageFile("page.js")),
  "/docs/page.css": async () => cacheable("text/css; charset=utf-8", await pageFile("page.css")),
  "/docs/icon.svg": async () => cacheable("image/svg+xml", await pageFile("icon.svg")),
  "/docs/scalar.js": rendererFile(),
});

function referenceContent(tables: readonly RouteTable[], version: ReferenceVersion): Content {
  let content: CacheableContent | undefined;
  return () => (content ??= cacheable("application/json", JSON.stringify(referenceDocument(tables, version))));
}

const cacheable = (type: string, content: string | Buffer, headers = {}): CacheableContent => ({
  body: Buffer.from(content),
  type,
  caching: "no-cache",
  headers,
});
