import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import type { RouterOptions } from "../options.js";
import { type CacheableContent, cacheableResponse } from "../responses/cacheable-response.js";
import { acceptedEncoding, wellCompressed } from "../responses/encoding.js";
import { sendResponse } from "../responses/response.js";
import type { RouteTable } from "../route.js";
import type { Exchange, MountedRequest } from "../router/exchange.js";
import { documentOf, type OpenApiDocument } from "./open-api-document.js";
import { referenceDocument, type ReferenceVersion } from "./reference-document.js";

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

/** Reads a file of the API reference page from this package. */
const pageFile = (name: string): Promise<Buffer> => readFile(join(__dirname, "../../reference", name));

/** Returns the version of the renderer in this package. */
async function rendererRelease(): Promise<string> {
  const { version } = JSON.parse((await pageFile("release.json")).toString()) as { readonly version: string };
  return version;
}

const decompressed = promisify<Uint8Array, Buffer>(brotliDecompress);

/**
 * Returns the content of the renderer's script, which `scripts/api-reference.mjs` has copied into this package.
 * The script is stored with Brotli. Its gzip form is created on first use, for browsers that do not support Brotli.
 * The page requests the script by version, so browsers never need to revalidate it.
 */
function rendererFile() {
  let zipped: Promise<Uint8Array> | undefined;
  return async ({ headers }: MountedRequest): Promise<CacheableContent> => {
    const stored = await pageFile("scalar.js.br");
    const encoding = acceptedEncoding(headers["accept-encoding"]?.toString());
    return {
      body: encoding === "identity" ? await decompressed(stored) : stored,
      type: "text/javascript; charset=utf-8",
      caching: "public, max-age=31536000, immutable",
      tag: `W/"${await rendererRelease()}"`,
      encoded: async (wanted) =>
        wanted === "br" ? stored : (zipped ??= decompressed(stored).then((script) => wellCompressed(script, "gzip"))),
    };
  };
}

/**
 * Renders the HTML page of the API reference. `docs` is the path to the page's files, relative to the page.
 * `release` names the version of the renderer, so that browsers can keep its script forever. Without `takesTokens`, the
 * page has no field for a token, because the app that contains the service logs its users in.
 */
const docsPage = (docs: string, release: string, takesTokens: boolean): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Repute: API reference</title>
    <link rel="icon" type="image/svg+xml" href="${docs}icon.svg">
    <link rel="stylesheet" href="${docs}page.css">
    <script defer src="${docs}page.js"></script>
    <script defer src="${docs}scalar.js?${release}"></script>
  </head>
  <body${takesTokens ? "" : ' class="own-login"'}>
    <div class="bar" role="region" aria-label="${takesTokens ? "Token" : "Document"}">
      <form class="token"${takesTokens ? "" : " hidden"}>
        <label for="token">Token</label>
        <input id="token" type="password" autocomplete="off" spellcheck="false" aria-describedby="token-kind" placeholder="rpa_, rpk_, rpf_, rpl_, rpo_ or access token">
        <output id="token-kind" for="token"></output>
      </form>
      <a href="${docs}../openapi.json">openapi.json</a>
    </div>
    <div id="reference" class="loading"></div>
    <noscript>The API reference needs JavaScript. Without JavaScript, read <code>openapi.json</code> in the same folder.</noscript>
  </body>
</html>
`;

/**
 * Content security policy: the page may load its own files and call the service.
 * The renderer inserts its style sheet as an element, so inline styles are allowed. They are not allowed on any other page.
 */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(";");
