export { bundleFormat } from "./bundle/bundle-format.js";
export type { BundleKey, BundleLine, LinesByKind } from "./bundle/bundle-format.js";
export type { BundleSource, ParsedLine } from "./bundle/bundle-lines.js";
export { createBundle } from "./bundle/create-bundle.js";
export type { ExportOptions, ExportReport } from "./bundle/export-bundle.js";
export type { LoadOptions, LoadProgress, LoadReport } from "./bundle/load-bundle.js";
export type { Stalls } from "./bundle/staged-load.js";

export type { CursorKeyStore, EpochStore } from "./changes/change-cursor.js";
export { maxChanges } from "./changes/list-changes.js";
export type { ChangeItem, ChangeQuery, ChecksumItem, ItemsByList } from "./changes/list-changes.js";

export type { ErasureOptions, ErasureProgress, ErasureReport, Person, PersonSearch } from "./erasure/erase-person.js";
export type { PersonPatient, PersonView } from "./erasure/person-view.js";

export { maxOverviewMonths } from "./overview/overview.js";
export type { Overview, OverviewQuery } from "./overview/overview.js";

export type { RebuildReport, RenderOptions, RenderProgress } from "./publishing/render-lists.js";
export type { AccountItem } from "./publishing/save-catalog.js";

export type {
  DataStatusItem,
  JobItem,
  ListStatusItem,
  SourceItem,
  StatusItem,
  TokenUseItem,
} from "./status/account-status.js";
export { type NewExpectation } from "./status/expectation.js";
export { weekdays } from "./status/expectation.js";
export type { Weekday } from "./status/expectation.js";
export { sourceStates } from "./status/source-state.js";
export type { SourceState } from "./status/source-state.js";

export type { NewUpload } from "./uploads/accept-upload.js";
export { loadNotEnded, maxUploads } from "./uploads/accept-upload.js";
export type { ReceivedContent, UploadedFile, UploadFiles } from "./uploads/upload-files.js";

export type { WebhookStateChange } from "./webhooks/deliver-messages.js";
export { keptDeliveries, settledRevision, webhookUrlNotAllowed } from "./webhooks/webhook.js";
export type {
  DisabledReason,
  DueWebhook,
  MessageType,
  OutgoingMessage,
  PendingMessage,
  Webhook,
  WebhookAnswer,
  WebhookDelivery,
  WebhookDirectory,
  WebhookId,
  WebhookSecret,
  WebhookSender,
  WebhookStore,
} from "./webhooks/webhook.js";
export type { NewWebhook, WebhookDeliveryItem, WebhookItem } from "./webhooks/webhooks.js";

export { classifyConversion, judgeImportRow, matchAppointment, widgetAverages } from "./rules/rules.js";
export type {
  ConversionClass,
  ConversionLine,
  ImportRowContext,
  ImportRowFinding,
  ImportRowJudgement,
  KnownLines,
} from "./rules/rules.js";
