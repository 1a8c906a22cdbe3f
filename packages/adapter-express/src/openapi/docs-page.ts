/** Renders the HTML page of the API reference. `docs` is the path to the page's files, relative to the page. */
export const docsPage = (docs: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Repute: API reference</title>
    <link rel="icon" type="image/png" href="${docs}favicon-32x32.png">
    <link rel="stylesheet" href="${docs}swagger-ui.css">
    <link rel="stylesheet" href="${docs}page.css">
  </head>
  <body>
    <div id="reference">Loading...</div>
    <noscript>The API reference needs JavaScript. Without JavaScript, read <code>openapi.json</code> in the same folder.</noscript>
    <script src="${docs}swagger-ui-bundle.js"></script>
    <script src="${docs}page.js"></script>
  </body>
</html>
`;

/**
 * JavaScript of the API reference page.
 * The script finds the service relative to its own URL, because the page can be under any path and behind any proxy.
 * It adds the parameter examples that Swagger UI omits, and shortens long responses.
 */
export const pageScript = `"use strict";
const base = new URL("..", document.currentScript.src);
const container = document.getElementById("reference");
const mostShown = 50000;

fetch(new URL("openapi.json", base))
  .then((response) => response.json())
  .then((spec) => {
    for (const operation of Object.values(spec.paths).flatMap(Object.values)) {
      operation.parameters.forEach(tellExamples);
      Object.values(operation.responses).forEach(offerOtherForms);
    }
    SwaggerUIBundle({
      domNode: container,
      spec: {
        ...spec,
        servers: [{ url: base.href.slice(0, -1) }],
        externalDocs: { url: new URL("openapi.json", base).href, description: "openapi.json" },
      },
      plugins: [shortening],
      deepLinking: true,
      persistAuthorization: false,
      validatorUrl: null,
    });
  })
  .catch(() => {
    container.textContent = "The API reference could not be loaded. Try again in a moment.";
  });

function tellExamples(parameter) {
  const { examples = [] } = parameter.schema;
  if (examples.length > 0) parameter.description += ' Example: "' + examples.join('" or "') + '".';
}

function offerOtherForms(response) {
  Object.assign(response.content ?? {}, response["x-other-content"]);
}

function shortening({ React }) {
  const shorten = (text) =>
    "Showing the first " + mostShown + " of " + text.length + " characters. Download the response to see all of it.\\n\\n" + text.slice(0, mostShown);
  const wrap = (Whole) => (props) =>
    String(props.children).length <= mostShown
      ? React.createElement(Whole, props)
      : React.createElement("pre", { className: "microlight" }, shorten(String(props.children)));
  return { wrapComponents: { SyntaxHighlighter: wrap } };
}
`;

/** CSS that extends Swagger UI's style: hides an empty column and supports narrow screens. */
export const pageStyle = `body { margin: 0; background: #fafafa; }
#reference:not(:has(*)), noscript { display: block; padding: 2rem; font-family: sans-serif; }
.swagger-ui .response-col_links { display: none; }
@media (max-width: 640px) {
  .swagger-ui .responses-table > thead { display: none; }
  .swagger-ui .responses-table, .swagger-ui .responses-table > tbody,
  .swagger-ui .responses-table > tbody > .response, .swagger-ui .responses-table > tbody > .response > td { display: block; }
  .swagger-ui .responses-table .response-col_status { padding-bottom: 0; font-weight: bold; }
  .swagger-ui .opblock-body { overflow-wrap: anywhere; }
}
`;

/** Content security policy: the page may load its own files and call the service. Swagger UI's icons are data URLs. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(";");
