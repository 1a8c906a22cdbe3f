import type { AuditWriter } from "../../foundation/audit/audit-store.js";
import type { CatalogReader } from "../../foundation/catalog/catalog-store.js";
import type { SettingsReader } from "../../foundation/accounts/account-store.js";
import type { LoadStore } from "../../foundation/loads/load-store.js";
import type { SuppressionReads } from "../../foundation/suppression/suppression.js";
import type { StorePorts } from "../../subjects/imports/store-ports.js";
import type { RecordHost, RecordReads, RecordStores } from "../../subjects/record-types/record-types.js";
import type { CatalogStores } from "../publishing/save-catalog.js";

/** What a unit of work of a load needs. */
export type LoadStores = RecordStores & CatalogStores & { readonly audit: AuditWriter; readonly loads: LoadStore };

/** What completing a decided load reads. */
type StoringReads = Pick<RecordReads, "importRuns"> & {
  readonly settings: SettingsReader;
  readonly loads: Pick<LoadStore, "last" | "next" | "abandoned">;
};

/** What completing a decided load needs. Its caller also reads `MoreReads` and changes `MoreStores`. */
export type StoringPorts<MoreReads = unknown, MoreStores = unknown> = RecordHost &
  StorePorts<StoringReads & MoreReads, LoadStores & MoreStores>;

/** What loading a bundle needs. */
export type LoadPorts = StoringPorts<RecordReads & SuppressionReads & { readonly catalog: CatalogReader }> & {
  readonly storage: { readonly audit: AuditWriter };
};
