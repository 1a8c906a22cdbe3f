import type { Dialect } from "../../../engine/dialect.js";
import { ofAccount } from "../foreign-keys.js";

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
