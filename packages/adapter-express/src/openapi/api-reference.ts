import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { sendResponse } from "../responding/response.js";
import type { CacheableContent } from "../responding/cacheable-response.js";
import { cacheableResponse } from "../responding/cacheable-response.js";
import type { Exchange, MountedRequest } from "../exchange.js";
import type { RouterOptions } from "../options.js";
import type { RouteTable } from "../route.js";
import { docsPage, pagePolicy, pageScript, pageStyle } from "./docs-page.js";
import type { OpenApiDocument } from "./open-api-document.js";
import { documentOf } from "./open-api-document.js";

type Content = (request: MountedRequest) => CacheableContent | Promise<CacheableContent>;

/** Returns the handlers of the API reference by path: the OpenAPI document and an interactive page. */
export function apiReference(tables: readonly RouteTable[], options: RouterOptions) {
  const contents = { "/openapi.json": documentContent(tables, options), ...(options.docs !== false && page) };
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

const javascript = "text/javascript; charset=utf-8";
const css = "text/css; charset=utf-8";

const page: Readonly<Record<string, Content>> = {
  "/docs": ({ url = "" }) =>
    cacheable("text/html; charset=utf-8", docsPage(url.split("?")[0]?.endsWith("/") ? "" : "docs/"), {
      "Content-Security-Policy": pagePolicy,
    }),
  "/docs/page.js": () => cacheable(javascript, pageScript),
  "/docs/page.css": () => cacheable(css, pageStyle),
  "/docs/swagger-ui-bundle.js": () => swaggerUi("swagger-ui-bundle.js", javascript),
  "/docs/swagger-ui.css": () => swaggerUi("swagger-ui.css", css),
  "/docs/favicon-32x32.png": () => swaggerUi("favicon-32x32.png", "image/png"),
};

/** Reads a Swagger UI file that `scripts/swagger-ui.mjs` has copied into this package. */
async function swaggerUi(name: string, type: string): Promise<CacheableContent> {
  return cacheable(type, await decompressed(await readFile(join(__dirname, "../../swagger-ui", `${name}.br`))));
}

const decompressed = promisify(brotliDecompress);

const cacheable = (type: string, content: string | Buffer, headers = {}): CacheableContent => ({
  body: Buffer.from(content),
  type,
  caching: "no-cache",
  headers,
});
