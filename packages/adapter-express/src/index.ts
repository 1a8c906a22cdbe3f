export { createApp, createMetricsApp, openApiDocument } from "./app.js";
export { escapeHtml, styleHash } from "./html.js";
export { publishedFingerprints } from "./openapi/item-fingerprints.js";
export type { OpenApiDocument } from "./openapi/open-api-document.js";
export type { AppOptions, RequestLog, RouterOptions } from "./options.js";
export { csvText } from "./responding/csv-text.js";
export { createRouter } from "./router.js";
export { createServer } from "./serving/server.js";
export type { ServerLimits } from "./serving/server.js";
