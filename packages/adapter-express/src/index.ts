export { createApp, createMetricsApp, openApiDocument } from "./server.js";
export { auditRecordOf } from "./router/exchange.js";
export type { AuditedRequest } from "./router/exchange.js";
export { createRouter } from "./server.js";
export { escapeHtml, styleHash } from "./pages/page-template.js";
export { publishedFingerprints } from "./routes/changes.js";
export type { OpenApiDocument } from "./openapi/open-api-document.js";
export type {
  AppOptions,
  LoadReport,
  LoadReportRow,
  RequestLog,
  RouterOptions,
  StartLink,
  WidgetPage,
  WidgetViews,
} from "./options.js";
export { formField, formStyle, formSummary, formTitle } from "./pages/page-template.js";
export type { FieldProblem, FormField } from "./pages/page-template.js";
export { pageTemplate } from "./pages/page-template.js";
export type { Page, PageTemplate } from "./pages/page-template.js";
export { csvText } from "./responses/list-forms.js";
export type { RouterHandler } from "./server.js";
export { createServer } from "./server.js";
export type { ServerLimits } from "./server.js";
