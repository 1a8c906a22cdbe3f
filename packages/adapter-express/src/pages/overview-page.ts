import type { RouterOptions } from "../options.js";
import { type CacheableContent, cacheableResponse } from "../responses/cacheable-response.js";
import { sendResponse } from "../responses/response.js";
import type { Exchange } from "../router/exchange.js";

/**
 * Returns the handlers of the overview page by path: the page, its script and its style. The page reads the figures of
 * an account from the API. Returns none if the host provides no script.
 */
export function overviewPage({ overviewFiles, ...options }: RouterOptions) {
  if (!overviewFiles) return [];
  const { script, style } = overviewFiles;
  const serve = (content: CacheableContent) => {
    const respond = cacheableResponse(content);
    return (exchange: Exchange) => sendResponse(exchange, respond(exchange.request), options);
  };
  const page = (exchange: Exchange) => {
    const files = exchange.request.url?.split("?")[0]?.endsWith("/") ? "" : "overview/";
    return serve(pageContent(files, options.ownCredentials !== false))(exchange);
  };
  return [
    ["/overview", page] as const,
    ["/overview/page.js", serve(file("text/javascript; charset=utf-8", script))] as const,
    ["/overview/page.css", serve(file("text/css; charset=utf-8", style))] as const,
  ];
}

const file = (type: string, text: string): CacheableContent => ({ body: Buffer.from(text), type, caching: "no-cache" });

const pageContent = (files: string, takesTokens: boolean): CacheableContent => ({
  ...file("text/html; charset=utf-8", pageText(files, takesTokens)),
  headers: { "Content-Security-Policy": policy, "Referrer-Policy": "no-referrer" },
});

/**
 * Renders the page. `files` is the path to the page's files, relative to the page. Without `takesTokens`, the page has
 * no field for a token, because the app that contains the service logs its users in.
 */
const pageText = (files: string, takesTokens: boolean): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Repute: overview</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${files}page.css">
    <script defer src="${files}page.js"></script>
  </head>
  <body>
    <main>
      <h1>Overview</h1>
      <form>
${takesTokens ? tokenField : ""}        <div><label for="first">First month</label><input id="first" name="first" type="month" required pattern="\\d{4}-\\d{2}" placeholder="YYYY-MM"></div>
        <div><label for="last">Last month</label><input id="last" name="last" type="month" required pattern="\\d{4}-\\d{2}" placeholder="YYYY-MM"></div>
        <button>Show</button>
      </form>
      <p id="message" role="status"></p>
      <div id="content"></div>
      <noscript>The overview needs JavaScript.</noscript>
    </main>
  </body>
</html>
`;

const tokenField = `        <div class="token"><label for="token">API token</label><input id="token" name="token" type="password" required autocomplete="off" spellcheck="false"></div>
`;

/** Content security policy: the page may load its own files and call the service. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(";");
