import type {
  Account,
  AccountId,
  AccountSettings,
  AuditRecord,
  Client,
  Credential,
  FailureCount,
  Instant,
  SourceHistory,
  SpentAssertion,
  StoredResponse,
  Widget,
} from "@repute/domain";
import { flag, integer, json, key, nullable, optionalJson, text } from "./columns.js";
import { lookUpTable, recordTable } from "./table.js";

export const accountTable = lookUpTable<Account>("accounts", {
  id: key(integer("id")),
  key: text("key"),
  name: text("name"),
  createdAt: integer("created_at"),
  disabled: flag("disabled"),
});

/** Table of credentials. A credential is looked up by the hash in its row. */
export const credentialTable = lookUpTable<Credential, { readonly hash: string }>(
  "credentials",
  {
    id: key(integer("id")),
    account: integer("account_id"),
    kind: text("kind"),
    name: text("name"),
    createdAt: integer("created_at"),
    expiresAt: nullable(integer("expires_at")),
    lastUsedAt: nullable(integer("last_used_at")),
    only: nullable(json("only_kinds")),
    disabled: flag("disabled"),
    revoked: flag("revoked"),
  },
  { hash: text("hash") },
);

export const clientTable = lookUpTable<Client>("clients", {
  clientId: key(text("client_id")),
  account: integer("account_id"),
  name: text("name"),
  jwkUrl: text("jwk_url"),
  scopes: json("scopes"),
  createdAt: integer("created_at"),
  disabled: flag("disabled"),
  revoked: flag("revoked"),
});

export const settingsTable = recordTable<AccountSettings>("account_settings", {
  timeZone: text("time_zone"),
  currency: text("currency"),
  matchWindowDays: integer("match_window_days"),
  valueNewPatient: integer("value_new_patient"),
  valueExistingPatient: integer("value_existing_patient"),
  monitoringOnly: flag("monitoring_only"),
  maxInvitesPerDay: integer("max_invites_per_day"),
  expectations: json("expectations"),
});

/** State of an account's published lists. */
export type Watermark = {
  /** Time of the last change. */
  readonly at: Instant;
  /** Revision of the last change. */
  readonly revision: number;
  /** Tombstones up to this revision have been purged. */
  readonly sweptRevision: number;
  /** Fingerprint of the item schemas with which the entries were rendered. Empty if some lists do not exist yet. */
  readonly fingerprint: string;
  /** Units of work are refused until this time, in epoch milliseconds. `moved` if the account lives in another database. */
  readonly frozenUntil: number;
};

/** Value of `frozenUntil` of an account that was moved into another database. */
export const moved = -1;

/** Table of watermarks, with one row per account. The row is inserted together with the account. */
export const watermarkTable = recordTable<Watermark>("watermarks", {
  at: integer("at"),
  revision: integer("revision"),
  sweptRevision: integer("swept_revision"),
  fingerprint: text("fingerprint"),
  frozenUntil: integer("frozen_until"),
});

/** Table of used client assertions. A row is kept until the assertion expires, to prevent a replay. */
export const assertionTable = recordTable<SpentAssertion>("assertions", {
  clientId: key(text("client_id")),
  jti: key(text("jti")),
  until: integer("until"),
});

/**
 * Table of audit records.
 * Records of the same millisecond have different random ids, so that processes need no coordination.
 */
export const auditTable = recordTable<AuditRecord & { readonly id: string }>("audit", {
  at: key(integer("at")),
  id: key(text("id")),
  actor: text("actor"),
  actorId: nullable(text("actor_id")),
  action: text("action"),
  subject: nullable(text("subject")),
  filters: json("filters"),
  rows: nullable(integer("row_count")),
  outcome: text("outcome"),
  origin: optionalJson("origin"),
});

/** Table of the histories of sources. */
export const sourceTable = recordTable<SourceHistory>("sources", {
  source: key(text("source")),
  lastDay: integer("last_day"),
  rows: integer("row_count"),
  days: integer("days"),
  lastAt: nullable(integer("last_at")),
  failedAt: nullable(integer("failed_at")),
});

/** Table of failed authentications, counted per UTC day. */
export const failureTable = recordTable<FailureCount & { readonly day: number }>("audit_failures", {
  day: key(integer("day")),
  actor: key(text("actor")),
  actorId: key(text("actor_id")),
  action: key(text("action")),
  outcome: key(text("outcome")),
  firstAt: integer("first_at"),
  lastAt: integer("last_at"),
  count: integer("failures"),
});

export const widgetTable = recordTable<Widget>("widgets", {
  id: text("id"),
  reviewIdKey: text("review_id_key"),
  limit: integer("most_shown"),
  minRating: integer("min_rating"),
  firstNameOnly: flag("first_name_only"),
  platformIds: nullable(json("platform_ids")),
  allowedOrigins: json("allowed_origins"),
  pinnedReviewIds: json("pinned_review_ids"),
  hiddenReviewIds: json("hidden_review_ids"),
});

/** Table of widget ids, which are looked up before the account is known. */
export const widgetIdTable = lookUpTable<{ readonly id: string; readonly account: AccountId }>("widget_ids", {
  id: key(text("id")),
  account: integer("account_id"),
});

/** Table of responses to idempotent requests. */
export const storedResponseTable = recordTable<StoredResponse>("kept_responses", {
  key: key(text("key")),
  request: text("request"),
  response: text("response"),
  at: integer("at"),
});

/**
 * Tables that are read before the account is known or contain no account data. On PostgreSQL, they have no row-level
 * security.
 */
export const lookUpTables: readonly string[] = [
  ...["accounts", "credentials", "clients", "jobs", "migrations", "widget_ids", "invitation_links", "due_invitations"],
  ...[
    "due_invites",
    "due_subscriptions",
    "waiting_uploads",
    "tracker_ids",
    "waiting_events",
    "due_webhooks",
    "catalog_versions",
  ],
  "watermarks",
];
