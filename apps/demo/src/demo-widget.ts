import type { RequestListener } from "node:http";
import { escapeHtml, styleHash } from "@repute/adapter-express";
import { type AccountId, type Domain, isDomainError, type WidgetId } from "@repute/domain";
import { practice } from "./practice.js";

const path = "/demo/widget";

/** Returns the ID of the demo's widget. Creates the widget if an earlier version created the demo without a widget. */
export async function demoWidget({ widget }: Domain, account: AccountId): Promise<WidgetId> {
  try {
    return (await widget.show(account)).id;
  } catch (error) {
    if (!isDomainError(error) || error.code !== "widget_not_configured") throw error;
    return (await widget.set(account, { first_name_only: true })).id;
  }
}

/** Adds a page with the widget to an app, as an example of a practice's page. The page is not part of the API. */
export function withDemoWidget(app: RequestListener, widget: WidgetId): RequestListener {
  const page = Buffer.from(widgetPage(widget));
  return (request, response) => {
    if (request.url?.split("?")[0] !== path) return app(request, response);
    const isRead = request.method === "GET" || request.method === "HEAD";
    response.writeHead(isRead ? 200 : 405, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": pagePolicy,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      ...(isRead ? {} : { Allow: "GET, HEAD" }),
    });
    response.end(request.method === "HEAD" ? undefined : page);
  };
}

const style = `
body { margin: 0; background: #f4f6f4; color: #1d2b26; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 64rem; margin: 0 auto; padding: 2rem 1rem; }
h1 { margin: 0 0 .25rem; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 2rem 0 .75rem; font-size: 1.25rem; line-height: 1.2; }
p { margin: 0; }
repute-reviews { display: block; min-height: 480px; }
.plain { border-radius: 12px; overflow: hidden; }
.night {
  border-radius: 12px; --repute-background: #14201b; --repute-star: #fbbf24; --repute-radius: 4px; --repute-column: 22rem;
}
pre { margin: 0; padding: 1rem; background: #fff; border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; }
`;

/** Content Security Policy that a practice's page needs for the widget. Also allows the page's own style. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  `style-src '${styleHash(style)}'`,
  "img-src data:",
  "require-trusted-types-for 'script'",
  "trusted-types repute-reviews",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(";");

/** Renders a page of the practice's website with the review widget. */
const widgetPage = (widget: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(`What our patients say - ${practice.name}`)}</title>
    <link rel="icon" href="data:,">
    <style>${style}</style>
    <script src="../embed/reviews.js" async></script>
  </head>
  <body>
    <main>
      <h1>What our patients say</h1>
      <p>${escapeHtml(practice.name)}</p>
      <h2>Default style</h2>
      ${tag(widget, "plain")}
      <h2>Custom colors</h2>
      ${tag(widget, "night")}
      <h2>Right to left</h2>
      <div dir="rtl">${tag(widget, "plain")}</div>
      <h2>HTML to embed the widget</h2>
      <pre><code>${escapeHtml(snippet(widget))}</code></pre>
      <p><a href="../embed/configure?widget=${escapeHtml(widget)}">Choose another layout or other colors</a></p>
    </main>
  </body>
</html>
`;

const tag = (widget: string, name: string): string =>
  `<repute-reviews widget="${widget}" class="${name}" schema="Dentist"></repute-reviews>`;

const snippet = (widget: string): string =>
  `<script src="/embed/reviews.js" async></script>\n<repute-reviews widget="${widget}" style="display: block; min-height: 100vh"></repute-reviews>`;
