import type { RequestListener } from "node:http";
import { styleHash } from "@repute/adapter-express";

const path = "/demo/overview";

/**
 * Adds a page to an app that opens the overview with the demo's token. The token gives access only to the fictional
 * practice. The page is not part of the API.
 */
export function withDemoOverview(app: RequestListener, token: string): RequestListener {
  const script = `sessionStorage.setItem("repute-token", ${JSON.stringify(token)}); location.replace("../overview");`;
  const page = Buffer.from(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Repute: overview of the demo</title>
    <link rel="icon" href="data:,">
    <script>${script}</script>
  </head>
  <body><noscript>The overview needs JavaScript.</noscript></body>
</html>
`);
  return (request, response) => {
    if (request.url?.split("?")[0] !== path) return app(request, response);
    const isRead = request.method === "GET" || request.method === "HEAD";
    response.writeHead(isRead ? 200 : 405, {
      "Content-Type": "text/html; charset=utf-8",
      // The hash of a style has the same form as that of a script.
      "Content-Security-Policy": `default-src 'none';script-src '${styleHash(script)}';img-src data:;base-uri 'none';form-action 'none';frame-ancestors 'none'`,
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      ...(isRead ? {} : { Allow: "GET, HEAD" }),
    });
    response.end(request.method === "HEAD" ? undefined : page);
  };
}
