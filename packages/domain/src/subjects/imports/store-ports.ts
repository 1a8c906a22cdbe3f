import type { OperatorPort } from "../../foundation/audit/audit-origin.js";
import type { AuditWriter } from "../../foundation/audit/audit-store.js";
import type { BulkStore } from "../../foundation/feed/keyed-store.js";
import type { Clock } from "../../foundation/kernel/instant.js";
import type { Reads, Transactions } from "../../foundation/kernel/storage.js";
import type { IdReader } from "../../foundation/records/id-reader.js";
import type { SuppressionReads } from "../../foundation/suppression/suppression.js";
import type { SettingStores } from "../../foundation/unit-of-work/unit-of-work.js";
import type { LinkingStores } from "../appointments/appointment-store.js";
import type { ReviewStores } from "../reviews/review-publications.js";
import type { ImportAttemptStore } from "./attempt-store.js";
import type { ImportConnectionStore, ImportErrorStore, ImportRunStore, StagedRowStore } from "./import-stores.js";
import type { InviteSender } from "./invite-sender.js";
import type { PartStores } from "./staged-parts.js";

export type RunStores = LinkingStores &
  ReviewStores &
  SettingStores & {
    readonly importAttempts: ImportAttemptStore;
    readonly importConnections: Pick<ImportConnectionStore, "all">;
    readonly importRuns: ImportRunStore;
    readonly importErrors: ImportErrorStore;
    readonly stagedRows: StagedRowStore;
    readonly audit: AuditWriter;
    readonly bulk: BulkStore;
    readonly ids: IdReader;
  } & SuppressionReads;

/**
 * Ports that are needed to store an import run. `MoreReads` and `MoreStores` are further stores that the caller needs
 * for reading and for changes.
 */
export type StorePorts<MoreReads = unknown, MoreStores = unknown> = OperatorPort & {
  readonly storage: Transactions<RunStores & MoreStores> & Reads<PartStores & MoreReads>;
  readonly clock: Clock;
  readonly inviteSender?: InviteSender;
};
