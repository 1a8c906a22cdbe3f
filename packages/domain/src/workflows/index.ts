export { bundleFormat, type BundleKey } from "./bundle/bundle-format.js";
export type { BundleLine, LinesByKind } from "./bundle/bundle-line.js";
export type { BundleSource, ParsedLine } from "./bundle/bundle-source.js";
export { createBundle } from "./bundle/create-bundle.js";
export type { LoadOptions, LoadProgress } from "./bundle/load-bundle.js";
export type { LoadReport } from "./bundle/load-report.js";

export type { ChangeItem, ItemsByList } from "./changes/change-item.js";
export type { CursorKeyStore } from "./changes/cursor-key-store.js";
export type { EpochStore } from "./changes/epoch-store.js";
export type { ChangeQuery } from "./changes/list-changes.js";
export { maxChanges } from "./changes/list-changes.js";
export type { ChecksumItem } from "./changes/list-checksums.js";

export type { ErasureOptions, ErasureProgress, ErasureReport } from "./erasure/erase-person.js";
export type { Person } from "./erasure/person.js";

export type { AccountItem } from "./publishing/publish-account.js";
export type { ConversionLine } from "./rules/conversion-from.js";
export { classifyConversion } from "./rules/classify-conversion.js";
export type { ConversionClass, KnownLines } from "./rules/classify-conversion.js";
export { judgeImportRow } from "./rules/judge-import-row.js";
export type { ImportRowContext, ImportRowFinding, ImportRowJudgement } from "./rules/judge-import-row.js";
export { matchAppointment } from "./rules/match-appointment.js";
export { widgetAverages } from "./rules/widget-averages.js";

export type { RebuildReport } from "./publishing/rebuild-feed.js";
export type { RenderOptions, RenderProgress } from "./publishing/render-outdated.js";
