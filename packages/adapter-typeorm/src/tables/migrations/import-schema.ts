import type { Dialect } from "../../engine.js";
import { ofAccount } from "./schema-sql.js";

/** Returns the statements that create the tables for appointment imports. */
export const imports = (dialect: Dialect): string[] => [
  ...terms(dialect),
  ...runs(dialect),
  ...attempts(dialect),
  ...staged(dialect),
];

/** Tables for the settings of connections, for opt-outs, and for keyed hashes of erased people's identifiers. */
const terms = ({ types: { integer, text, flag }, clustered }: Dialect): string[] => [
  `CREATE TABLE import_connections (
    account_id ${integer} NOT NULL,
    name ${text} NOT NULL,
    captures_appointments ${flag} NOT NULL,
    sends_invites ${flag} NOT NULL,
    max_past_days ${integer} NOT NULL,
    max_future_days ${integer} NOT NULL,
    invite_interval_days ${integer} NOT NULL,
    invite_interval_scope ${text} NOT NULL,
    require_provider ${flag} NOT NULL,
    require_date_of_birth ${flag} NOT NULL,
    require_state ${flag} NOT NULL,
    require_state_for_invites ${flag} NOT NULL,
    minimum_invite_age ${integer},
    monitoring_only ${flag} NOT NULL,
    silenced_location_refs ${text} NOT NULL,
    silenced_provider_refs ${text} NOT NULL,
    message_id ${integer},
    date_order ${text} NOT NULL DEFAULT 'month_first',
    send_after_hours ${integer} NOT NULL DEFAULT 2,
    PRIMARY KEY (account_id, name),
    ${ofAccount}
  )${clustered}`,
  `CREATE TABLE stops (
    account_id ${integer} NOT NULL,
    contact ${text} NOT NULL,
    since ${integer},
    PRIMARY KEY (account_id, contact),
    ${ofAccount}
  )${clustered}`,
  `CREATE TABLE erased_people (
    account_id ${integer} NOT NULL,
    hash ${text} NOT NULL,
    person ${text} NOT NULL,
    PRIMARY KEY (account_id, hash, person),
    ${ofAccount}
  )${clustered}`,
];

const runs = ({ types: { integer, text, flag }, clustered, importKeys }: Dialect): string[] => [
  `CREATE TABLE import_runs (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    run ${text} NOT NULL,
    is_complete ${flag} NOT NULL,
    is_test ${flag} NOT NULL,
    start_date ${text} NOT NULL,
    digest ${text} NOT NULL,
    staging ${text} NOT NULL,
    message_id ${integer},
    first_ids ${text} NOT NULL,
    next_ids ${text} NOT NULL,
    withdrawals ${text} NOT NULL DEFAULT '${noWithdrawals}',
    suppressed ${integer} NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, id),
    ${ofAccount}
  )${clustered}`,
  "CREATE INDEX import_runs_by_state ON import_runs (account_id, is_complete, id)",
  "CREATE INDEX import_runs_by_digest ON import_runs (account_id, digest, id)",
  `CREATE TABLE import_errors (
    account_id ${integer} NOT NULL,
    run_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    side ${text} NOT NULL,
    type ${text} NOT NULL,
    file_row ${integer} NOT NULL,
    item ${text} NOT NULL,
    PRIMARY KEY (account_id, run_id, id)
    ${importKeys(ofAccount)}
  )${clustered}`,
  "CREATE INDEX import_errors_by_type ON import_errors (account_id, run_id, side, type, id)",
];

const noWithdrawals = '{"rows":0,"statuses":{},"outcomes":{},"invites":0,"restored":0,"named":[]}';

/** Table for import attempts, including attempts that failed before they created a run. */
const attempts = ({ types: { integer, text, flag }, clustered }: Dialect): string[] => [
  `CREATE TABLE import_attempts (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    started_at ${integer} NOT NULL,
    file ${text},
    connection ${text},
    is_test ${flag} NOT NULL,
    status ${text} NOT NULL,
    run_id ${integer},
    code ${text},
    reason ${text},
    PRIMARY KEY (account_id, id),
    ${ofAccount}
  )${clustered}`,
  "CREATE INDEX import_attempts_by_status ON import_attempts (account_id, status, id)",
];

/** Table for rows between the reading of a file and the end of its import. The rows exist only for seconds. */
const staged = ({ types: { integer, text }, clustered, importKeys, uncompressed }: Dialect): string[] => [
  `CREATE TABLE staged_rows (
    account_id ${integer} NOT NULL,
    staging ${text} NOT NULL,
    position ${integer} NOT NULL,
    body ${text} NOT NULL,
    added_at ${integer} NOT NULL,
    PRIMARY KEY (account_id, staging, position)
    ${importKeys(ofAccount)}
  )${clustered}`,
  ...uncompressed("staged_rows", "body"),
];

/** Returns the statements that create the tables for patient files, and for the warnings about their rows. */
export const patientFiles = ({ types: { integer, text, flag }, clustered }: Dialect): string[] => [
  `CREATE TABLE patient_files (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    type ${text} NOT NULL,
    status ${text} NOT NULL,
    connection ${text},
    transform ${text},
    is_test ${flag} NOT NULL,
    created_at ${integer} NOT NULL,
    created_by ${text},
    file_name ${text},
    sample_month ${text},
    headings ${text},
    patients ${integer} NOT NULL,
    warnings ${integer} NOT NULL,
    failure ${text},
    seen_at ${integer} NOT NULL,
    digest ${text},
    PRIMARY KEY (account_id, id),
    ${ofAccount}
  )${clustered}`,
  `CREATE INDEX patient_files_by_time ON patient_files (account_id, created_at, id)`,
  `CREATE INDEX patient_files_by_status ON patient_files (account_id, status, id)`,
  `CREATE INDEX patient_files_by_digest ON patient_files (account_id, digest, id)`,
  `CREATE TABLE patient_warnings (
    account_id ${integer} NOT NULL,
    file_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    item ${text} NOT NULL,
    PRIMARY KEY (account_id, file_id, id),
    ${ofAccount}
  )${clustered}`,
];

/** Returns the statements that create the tables for large bundles, which are stored one part at a time. */
export const loads = ({ types: { integer, text, flag, bytes }, clustered, plain }: Dialect): string[] => [
  `CREATE TABLE loads (
    account_id ${integer} NOT NULL,
    staging ${text} NOT NULL,
    is_complete ${flag} NOT NULL,
    is_discarded ${flag} NOT NULL,
    changed ${text} NOT NULL,
    removed ${text} NOT NULL,
    PRIMARY KEY (account_id),
    ${ofAccount}
  )${clustered}`,
  `CREATE TABLE load_parts (
    account_id ${integer} NOT NULL,
    staging ${text} NOT NULL,
    step ${integer} NOT NULL,
    position ${integer} NOT NULL,
    added_at ${integer} NOT NULL,
    body ${bytes} NOT NULL,
    PRIMARY KEY (account_id, staging, step, position),
    ${ofAccount}
  )${plain}`,
];
