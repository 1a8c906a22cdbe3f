import type { Dialect } from "../../engine.js";
import { ofAccount, within } from "./schema-sql.js";

/** Returns the statements that create the tables for accounts, their settings, and the state of their lists. */
export const accounts = ({ types: { integer, text, flag }, clustered, plain }: Dialect): string[] => [
  `CREATE TABLE accounts (
    id ${integer} PRIMARY KEY NOT NULL,
    key ${text} NOT NULL UNIQUE,
    name ${text} NOT NULL,
    created_at ${integer} NOT NULL,
    disabled ${flag} NOT NULL
  )${plain}`,
  `CREATE TABLE account_settings (
    account_id ${integer} PRIMARY KEY NOT NULL,
    time_zone ${text} NOT NULL,
    currency ${text} NOT NULL,
    match_window_days ${integer} NOT NULL,
    value_new_patient ${integer} NOT NULL,
    value_existing_patient ${integer} NOT NULL,
    monitoring_only ${flag} NOT NULL,
    ${ofAccount}
  )${clustered}`,
  `CREATE TABLE watermarks (
    account_id ${integer} PRIMARY KEY NOT NULL,
    at ${integer} NOT NULL,
    revision ${integer} NOT NULL DEFAULT 1,
    swept_revision ${integer} NOT NULL DEFAULT 0,
    fingerprint ${text} NOT NULL DEFAULT '',
    ${ofAccount}
  )${clustered}`,
];

/** Returns the statements that create the tables for credentials and clients. */
export const access = (dialect: Dialect): string[] => [...credentials(dialect), ...clients(dialect)];

const credentials = ({ types: { integer, text, flag }, plain }: Dialect): string[] => [
  `CREATE TABLE credentials (
    id ${integer} PRIMARY KEY NOT NULL,
    account_id ${integer} NOT NULL,
    kind ${text} NOT NULL,
    name ${text} NOT NULL,
    hash ${text} NOT NULL UNIQUE,
    created_at ${integer} NOT NULL,
    expires_at ${integer},
    last_used_at ${integer},
    disabled ${flag} NOT NULL,
    revoked ${flag} NOT NULL,
    ${ofAccount}
  )${plain}`,
  "CREATE INDEX credentials_of_account ON credentials (account_id, id)",
];

const clients = ({ types: { integer, text, flag }, clustered, plain }: Dialect): string[] => [
  `CREATE TABLE clients (
    client_id ${text} PRIMARY KEY NOT NULL,
    account_id ${integer} NOT NULL,
    name ${text} NOT NULL,
    jwk_url ${text} NOT NULL,
    created_at ${integer} NOT NULL,
    disabled ${flag} NOT NULL,
    revoked ${flag} NOT NULL,
    ${ofAccount}
  )${plain}`,
  "CREATE INDEX clients_of_account ON clients (account_id, created_at)",
  `CREATE TABLE assertions (
    account_id ${integer} NOT NULL,
    client_id ${text} NOT NULL,
    jti ${text} NOT NULL,
    until ${integer} NOT NULL,
    PRIMARY KEY (account_id, client_id, jti),
    ${ofAccount}
  )${clustered}`,
  "CREATE INDEX assertions_by_end ON assertions (account_id, until)",
];

/** Returns the statements that create the tables for the audit trail, and that protect its records against changes. */
export const audit = ({ types: { integer, text }, clustered, protectAudit }: Dialect): string[] => [
  // The origin is the request, command or import run that caused a record.
  `CREATE TABLE audit (
    account_id ${integer} NOT NULL,
    at ${integer} NOT NULL,
    id ${text} NOT NULL,
    actor ${text} NOT NULL,
    actor_id ${text},
    action ${text} NOT NULL,
    subject ${text},
    filters ${text} NOT NULL,
    row_count ${integer},
    outcome ${text} NOT NULL,
    origin ${text},
    PRIMARY KEY (account_id, at, id),
    ${ofAccount}
  )${clustered}`,
  // Failed authentications are only counted. An audit record for each failure would fill the database.
  `CREATE TABLE audit_failures (
    account_id ${integer} NOT NULL,
    day ${integer} NOT NULL,
    actor ${text} NOT NULL,
    actor_id ${text} NOT NULL,
    action ${text} NOT NULL,
    outcome ${text} NOT NULL,
    first_at ${integer} NOT NULL,
    last_at ${integer} NOT NULL,
    failures ${integer} NOT NULL,
    PRIMARY KEY (account_id, day, actor, actor_id, action, outcome),
    ${ofAccount}
  )${clustered}`,
  // Audit records of an account may be deleted only if they are older than this time.
  // The transaction that deletes audit records inserts a row here first, and removes it at the end.
  `CREATE TABLE audit_retention (
    account_id ${integer} NOT NULL,
    before ${integer} NOT NULL,
    PRIMARY KEY (account_id),
    ${ofAccount}
  )${clustered}`,
  ...protectAudit,
];

/**
 * Returns the statements that create the tables for the catalog. Ids of related records are stored as JSON arrays,
 * because they are always read with their record.
 */
export const catalog = (dialect: Dialect): string[] => [
  ...directory(dialect),
  ...platforms(dialect),
  ...versions(dialect),
];

const directory = ({ types: { integer, text, flag }, clustered }: Dialect): string[] => [
  `CREATE TABLE locations (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    name ${text} NOT NULL,
    external_ids ${text} NOT NULL,
    address ${text},
    state ${text},
    silenced ${flag} NOT NULL,
    monitoring_only ${flag} NOT NULL,
    PRIMARY KEY (account_id, id),
    ${ofAccount}
  )${clustered}`,
  `CREATE TABLE providers (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    name ${text} NOT NULL,
    npi ${text},
    external_ids ${text} NOT NULL,
    location_ids ${text} NOT NULL,
    silenced ${flag} NOT NULL,
    PRIMARY KEY (account_id, id),
    ${ofAccount}
  )${clustered}`,
  `CREATE TABLE listings (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    location_id ${integer} NOT NULL,
    provider_id ${integer} NOT NULL,
    name ${text} NOT NULL,
    address ${text},
    PRIMARY KEY (account_id, id),
    ${within("location_id", "locations")},
    ${within("provider_id", "providers")}
  )${clustered}`,
  `CREATE TABLE listing_metrics (
    account_id ${integer} NOT NULL,
    location_id ${integer} NOT NULL,
    month ${integer} NOT NULL,
    metric_type ${text} NOT NULL,
    count ${integer} NOT NULL,
    PRIMARY KEY (account_id, location_id, month, metric_type),
    ${within("location_id", "locations")}
  )${clustered}`,
  `CREATE TABLE "groups" (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    name ${text} NOT NULL,
    provider_ids ${text} NOT NULL,
    location_ids ${text} NOT NULL,
    PRIMARY KEY (account_id, id),
    ${ofAccount}
  )${clustered}`,
];

const platforms = ({ types: { integer, text, flag }, clustered }: Dialect): string[] => [
  `CREATE TABLE platforms (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    name ${text} NOT NULL,
    is_survey ${flag} NOT NULL,
    active ${flag},
    is_private ${flag} NOT NULL,
    write_url ${text},
    read_url ${text},
    PRIMARY KEY (account_id, id),
    ${ofAccount}
  )${clustered}`,
  `CREATE TABLE surveys (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    name ${text} NOT NULL,
    questions ${text} NOT NULL,
    PRIMARY KEY (account_id, id),
    ${within("id", "platforms")}
  )${clustered}`,
  `CREATE TABLE messages (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    name ${text} NOT NULL,
    languages ${text} NOT NULL,
    silenced ${flag} NOT NULL,
    PRIMARY KEY (account_id, id),
    ${ofAccount}
  )${clustered}`,
  `CREATE TABLE campaigns (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    name ${text} NOT NULL,
    channel ${text} NOT NULL,
    source ${text},
    scct_parameter ${text},
    tracking_numbers ${text} NOT NULL,
    PRIMARY KEY (account_id, id),
    ${ofAccount}
  )${clustered}`,
];

/** Table for the version of each account's catalog. The version is read together with a credential. */
const versions = ({ types: { integer, text }, clustered }: Dialect): string[] => [
  `CREATE TABLE catalog_versions (
    account_id ${integer} PRIMARY KEY NOT NULL,
    version ${text} NOT NULL,
    ${ofAccount}
  )${clustered}`,
];

/** Returns the statements that create the tables for users, their images, and the last user id of each account. */
export const users = ({ types: { integer, text, flag }, clustered, plain }: Dialect): string[] => [
  `CREATE TABLE users (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    name ${text} NOT NULL,
    email ${text} NOT NULL,
    email_key ${text} NOT NULL,
    role ${text} NOT NULL,
    oid ${text},
    phone ${text},
    bio ${text},
    active ${flag} NOT NULL,
    PRIMARY KEY (account_id, id),
    ${ofAccount}
  )${clustered}`,
  // Not unique, because one bundle may swap the addresses of two users. The code checks uniqueness instead.
  "CREATE INDEX users_by_email ON users (account_id, email_key)",
  "CREATE INDEX users_by_role ON users (account_id, role, active, id)",
  // This table stores the last id of each account, so that ids of deleted users are never reused.
  `CREATE TABLE last_user_ids (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    PRIMARY KEY (account_id),
    ${ofAccount}
  )${clustered}`,
  // Images are stored as Base64 strings, because statements receive their values as JSON.
  `CREATE TABLE user_images (
    account_id ${integer} NOT NULL,
    user_id ${integer} NOT NULL,
    image ${text} NOT NULL,
    PRIMARY KEY (account_id, user_id),
    ${ofAccount}
  )${plain}`,
];

/** Returns the statements that create the tables for invitations, passwords and invitation links. */
export const invitations = ({ types: { integer, text }, clustered, plain }: Dialect): string[] => [
  `CREATE TABLE invitations (
    account_id ${integer} NOT NULL,
    user_id ${integer} NOT NULL,
    number ${integer} NOT NULL,
    invited_at ${integer} NOT NULL,
    ends_at ${integer} NOT NULL,
    attempts ${integer} NOT NULL,
    due_at ${integer},
    sent_at ${integer},
    failure ${text},
    closed_at ${integer},
    PRIMARY KEY (account_id, user_id),
    ${ofAccount},
    ${within("user_id", "users")}
  )${clustered}`,
  `CREATE TABLE passwords (
    account_id ${integer} NOT NULL,
    user_id ${integer} NOT NULL,
    hash ${text} NOT NULL,
    PRIMARY KEY (account_id, user_id),
    ${ofAccount},
    ${within("user_id", "users")}
  )${clustered}`,
  // Links are kept after a user is deleted, so that an opened link reports that the invitation has ended.
  // The limit on invitation emails counts rows by time of the first email, and by keyed hash of the address.
  `CREATE TABLE invitation_links (
    hash ${text} PRIMARY KEY NOT NULL,
    account_id ${integer} NOT NULL,
    user_id ${integer} NOT NULL,
    number ${integer} NOT NULL,
    until ${integer} NOT NULL,
    address ${text},
    mailed_at ${integer},
    ${ofAccount}
  )${plain}`,
  "CREATE INDEX invitation_links_by_end ON invitation_links (account_id, until)",
  "CREATE INDEX invitation_links_by_mailing ON invitation_links (account_id, mailed_at)",
  "CREATE INDEX invitation_links_by_address ON invitation_links (account_id, address, mailed_at)",
  // Duplicates the due times of invitations, so that one query finds the due invitations of all accounts.
  `CREATE TABLE due_invitations (
    account_id ${integer} NOT NULL,
    user_id ${integer} NOT NULL,
    due_at ${integer} NOT NULL,
    PRIMARY KEY (account_id, user_id),
    ${ofAccount}
  )${clustered}`,
  "CREATE INDEX due_invitations_by_time ON due_invitations (due_at)",
];

/** Returns the statements that create the tables for embed widgets, and for looking up the account by the public widget id. */
export const widgets = ({ types: { integer, text, flag }, clustered, plain }: Dialect): string[] => [
  `CREATE TABLE widgets (
    account_id ${integer} PRIMARY KEY NOT NULL,
    id ${text} NOT NULL,
    review_id_key ${text} NOT NULL,
    most_shown ${integer} NOT NULL,
    min_rating ${integer} NOT NULL,
    first_name_only ${flag} NOT NULL,
    platform_ids ${text},
    allowed_origins ${text} NOT NULL,
    pinned_review_ids ${text} NOT NULL,
    hidden_review_ids ${text} NOT NULL,
    ${ofAccount}
  )${clustered}`,
  `CREATE TABLE widget_ids (
    id ${text} PRIMARY KEY NOT NULL,
    account_id ${integer} NOT NULL,
    ${ofAccount}
  )${plain}`,
];

/** Returns the statements that create the tables for internal data of the service. */
export const operations = ({ types: { integer, text }, clustered, plain }: Dialect): string[] => [
  // Responses to idempotent requests, which are sent again if a client repeats a request.
  `CREATE TABLE kept_responses (
    account_id ${integer} NOT NULL,
    key ${text} NOT NULL,
    request ${text} NOT NULL,
    response ${text} NOT NULL,
    at ${integer} NOT NULL,
    PRIMARY KEY (account_id, key),
    ${ofAccount}
  )${clustered}`,
  "CREATE INDEX kept_responses_by_time ON kept_responses (account_id, at)",
  // Jobs that run in only one process at a time. `holder` is the process, and `until` is the end of its lease.
  `CREATE TABLE jobs (
    name ${text} PRIMARY KEY NOT NULL,
    holder ${text} NOT NULL,
    until ${integer} NOT NULL,
    last_run ${integer} NOT NULL
  )${plain}`,
];
