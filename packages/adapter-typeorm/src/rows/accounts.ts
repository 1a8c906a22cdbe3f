import type {
  Account,
  AccountSettings,
  AuditRecord,
  Client,
  Credential,
  FailureCount,
  Instant,
  SpentAssertion,
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

/** Each with the hash that finds it. */
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
});

/** How far the lists of an account have come. */
export type Watermark = {
  /** When it last published something. */
  readonly at: Instant;
  /** Of the last change. */
  readonly revision: number;
  /** Up to which revision it is forgotten what was taken out. */
  readonly sweptRevision: number;
  /** Whether all that is published was rendered by a version that knows all lists. */
  readonly isRendered: boolean;
};

/** One row an account from its beginning. */
export const watermarkTable = recordTable<Watermark>("watermarks", {
  at: integer("at"),
  revision: integer("revision"),
  sweptRevision: integer("swept_revision"),
  isRendered: flag("is_rendered"),
});

/** Assertions that were exchanged, kept for as long as they could be taken again. */
export const assertionTable = recordTable<SpentAssertion>("assertions", {
  clientId: key(text("client_id")),
  jti: key(text("jti")),
  until: integer("until"),
});

/** The id tells records of the same millisecond apart, and no two processes have to agree on it. */
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

/** Counts of failures to authenticate, stored with their UTC day. */
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
