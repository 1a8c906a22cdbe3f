import type { SettingsReader } from "../../foundation/accounts/account-store.js";
import type { AuditWriter } from "../../foundation/audit/audit-store.js";
import type { CatalogReader } from "../../foundation/catalog/catalog-store.js";
import type { LoadStore } from "../../foundation/loads/load-store.js";
import type { SuppressionReads } from "../../foundation/suppression/suppression.js";
import type { StorePorts } from "../../subjects/imports/import-run.js";
import type { RecordHost, RecordReads, RecordStores } from "../../subjects/record-types/record-types.js";
import type { CatalogStores } from "../publishing/save-catalog.js";

/** Types of the stores that a bundle load changes. */
export type LoadStores = RecordReads &
  RecordStores &
  CatalogStores & { readonly audit: AuditWriter; readonly loads: LoadStore };

/** Stores that are read to complete a decided load. */
type StoringReads = Pick<RecordReads, "importRuns"> & {
  readonly settings: SettingsReader;
  readonly loads: Pick<LoadStore, "last" | "next" | "abandoned">;
};

/** Ports for storing an accepted load. Callers can add their own stores with `MoreReads` and `MoreStores`. */
export type StoringPorts<MoreReads = unknown, MoreStores = unknown> = RecordHost &
  StorePorts<StoringReads & MoreReads, LoadStores & MoreStores>;

export type LoadPorts = StoringPorts<RecordReads & SuppressionReads & { readonly catalog: CatalogReader }> & {
  readonly storage: { readonly audit: AuditWriter };
};
