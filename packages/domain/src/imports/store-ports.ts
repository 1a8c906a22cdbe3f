import type { OperatorPort } from "../audit/audit-origin.js";
import type { AuditWriter } from "../audit/audit-store.js";
import type { LinkingStores } from "../attribution/appointment-store.js";
import type { ReviewStores } from "../reviews/review-publications.js";
import type { Clock } from "../kernel/instant.js";
import type { Reads, Transactions } from "../kernel/storage.js";
import type { SuppressionReads } from "../suppression/suppression.js";
import type { SettingStores } from "../unit-of-work/unit-of-work.js";
import type { ImportAttemptStore } from "./attempt-store.js";
import type { ImportConnectionStore, ImportErrorStore, ImportRunStore, StagedRowStore } from "./import-stores.js";
import type { PartStores } from "./staged-parts.js";
import type { InviteSender } from "./invite-sender.js";

/** Stores that storing a run needs. */
export type RunStores = LinkingStores &
  ReviewStores &
  SettingStores & {
    readonly importAttempts: ImportAttemptStore;
    readonly importConnections: Pick<ImportConnectionStore, "all">;
    readonly importRuns: ImportRunStore;
    readonly importErrors: ImportErrorStore;
    readonly stagedRows: StagedRowStore;
    readonly audit: AuditWriter;
  } & SuppressionReads;

/** Ports that storing a run needs. The caller also reads the stores `MoreReads` and changes the stores `MoreStores`. */
export type StorePorts<MoreReads = unknown, MoreStores = unknown> = OperatorPort & {
  readonly storage: Transactions<RunStores & MoreStores> & Reads<PartStores & MoreReads>;
  readonly clock: Clock;
  readonly inviteSender?: InviteSender;
};
