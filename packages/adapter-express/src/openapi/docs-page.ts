/**
 * Renders the HTML page of the API reference. `docs` is the path to the page's files, relative to the page.
 * `release` names the version of the renderer, so that browsers can keep its script forever. Without `takesTokens`, the
 * page has no field for a token, because the app that contains the service logs its users in.
 */
export const docsPage = (docs: string, release: string, takesTokens: boolean): string => `<!doctype html>
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
        <input id="token" type="password" autocomplete="off" spellcheck="false" aria-describedby="token-kind" placeholder="rpa_, rpk_, rpf_ or access token">
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
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(";");
