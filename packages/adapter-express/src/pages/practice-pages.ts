import type { RouterOptions } from "../options.js";
import { type CacheableContent, cacheableResponse } from "../responses/cacheable-response.js";
import { sendResponse } from "../responses/response.js";
import type { Exchange } from "../router/exchange.js";

/**
 * Returns the handlers of the pages for a practice by path: each page, its script and its style. The pages use the API
 * with the token of the visitor. Returns only pages whose files the host provides.
 */
export function practicePages({ pageFiles = {}, ...options }: RouterOptions) {
  const serve = (content: CacheableContent) => {
    const respond = cacheableResponse(content);
    return (exchange: Exchange) => sendResponse(exchange, respond(exchange.request), options);
  };
  const provided = names.filter((name) => pageFiles[name] !== undefined);
  return provided.flatMap((name) => {
    const { script = "", style = "" } = pageFiles[name] ?? {};
    const others = provided.filter((other) => other !== name);
    const page = (exchange: Exchange) => {
      const isFolder = exchange.request.url?.split("?")[0]?.endsWith("/") === true;
      return serve(pageContent({ name, isFolder, others, takesTokens: options.ownCredentials !== false }))(exchange);
    };
    return [
      [`/${name}`, page] as const,
      [`/${name}/page.js`, serve(file("text/javascript; charset=utf-8", script))] as const,
      [`/${name}/page.css`, serve(file("text/css; charset=utf-8", style))] as const,
    ];
  });
}

/** Names of the pages. Each is the path of its page. */
const names = ["overview", "office"] as const;
type Name = (typeof names)[number];

type Page = {
  readonly name: Name;
  /** True if the path of the page ends in a slash, so that relative links need one step more. */
  readonly isFolder: boolean;
  readonly others: readonly Name[];
  /** False if the app that contains the service logs its users in, so that the page has no field for a token. */
  readonly takesTokens: boolean;
};

const file = (type: string, text: string): CacheableContent => ({ body: Buffer.from(text), type, caching: "no-cache" });

const pageContent = (page: Page): CacheableContent => ({
  ...file("text/html; charset=utf-8", pageText(page)),
  headers: { "Content-Security-Policy": policy, "Referrer-Policy": "no-referrer" },
});

function pageText({ name, isFolder, others, takesTokens }: Page): string {
  const { title, token, fields, button } = texts[name];
  const files = isFolder ? "" : `${name}/`;
  const links = others.map((other) => `<a href="${isFolder ? "../" : ""}${other}">${texts[other].title}</a>`);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Repute: ${title.toLowerCase()}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${files}page.css">
    <script defer src="${files}page.js"></script>
  </head>
  <body>
    <main>
      <header>
        <h1>${title}</h1>
${links.length > 0 ? `        <nav aria-label="Pages">${links.join(" ")}</nav>\n` : ""}      </header>
      <form>
${takesTokens ? tokenField(token) : ""}${fields}        <button>${button}</button>
      </form>
      <p id="message" role="status"></p>
      <div id="content"></div>
      <noscript>This page needs JavaScript.</noscript>
    </main>
  </body>
</html>
`;
}

const tokenField = (label: string): string =>
  `        <div class="token"><label for="token">${label}</label><input id="token" name="token" type="password" required autocomplete="off" spellcheck="false"></div>
`;

const monthField = (name: string, label: string): string =>
  `        <div><label for="${name}">${label}</label><input id="${name}" name="${name}" type="month" required pattern="\\d{4}-\\d{2}" placeholder="YYYY-MM"></div>
`;

/** Texts of the pages. `fields` is the HTML of the form's fields. */
const texts = {
  overview: {
    title: "Overview",
    token: "API token",
    fields: monthField("first", "First month") + monthField("last", "Last month"),
    button: "Show",
  },
  office: { title: "Office", token: "Office token", fields: "", button: "Open" },
} as const satisfies Readonly<Record<Name, object>>;

/** Content security policy: a page may load its own files and call the service. */
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
