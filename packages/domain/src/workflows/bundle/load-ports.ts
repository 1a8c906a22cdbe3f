import type { OperatorPort } from "../../foundation/audit/audit-origin.js";
import type { AuditWriter } from "../../foundation/audit/audit-store.js";
import type { CatalogReader } from "../../foundation/catalog/catalog-store.js";
import type { SettingsReader } from "../../foundation/accounts/account-store.js";
import type { ImportRunStore } from "../../subjects/imports/import-stores.js";
import type { InviteSender } from "../../subjects/imports/invite-sender.js";
import type { PartStores } from "../../subjects/imports/staged-parts.js";
import type { RunStores } from "../../subjects/imports/store-ports.js";
import type { InviteStore } from "../../subjects/invites/invite-store.js";
import type { Clock } from "../../foundation/kernel/instant.js";
import type { Secrets } from "../../foundation/kernel/secrets.js";
import type { Reads, Transactions } from "../../foundation/kernel/storage.js";
import type { CatalogStores } from "../publishing/save-catalog.js";
import type { SuppressionReads } from "../../foundation/suppression/suppression.js";
import type { UserPlaces } from "../../subjects/users/forget-user.js";
import type { UserStore } from "../../subjects/users/user-store.js";
import type { LoadStore } from "../../foundation/loads/load-store.js";
import type { MentionStores } from "./mentions.js";
import type { LoadedStores } from "./passes.js";
import type { RemovalStores } from "./remove-records.js";

/** What a unit of work of a load needs. */
export type LoadStores = LoadedStores &
  RemovalStores &
  CatalogStores &
  RunStores & { readonly audit: AuditWriter; readonly loads: LoadStore };

/** What completing a decided load reads. */
type StoringReads = PartStores & {
  readonly settings: SettingsReader;
  readonly importRuns: Pick<ImportRunStore, "incomplete">;
  readonly loads: Pick<LoadStore, "last" | "next" | "abandoned">;
};

/** What completing a decided load needs. Its caller also reads `MoreReads` and changes `MoreStores`. */
export type StoringPorts<MoreReads = unknown, MoreStores = unknown> = OperatorPort & {
  readonly storage: Transactions<LoadStores & MoreStores> & Reads<StoringReads & MoreReads>;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly inviteSender?: InviteSender;
};

/** What loading a bundle needs. */
export type LoadPorts = UserPlaces &
  StoringPorts<
    MentionStores &
      SuppressionReads & {
        readonly catalog: CatalogReader;
        readonly invites: Pick<InviteStore, "byIds">;
        readonly users: Pick<UserStore, "byEmails" | "all">;
      }
  > & { readonly storage: { readonly audit: AuditWriter } };
