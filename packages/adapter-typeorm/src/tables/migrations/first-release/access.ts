import type { Dialect } from "../../../engine/dialect.js";
import { ofAccount } from "../foreign-keys.js";

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
