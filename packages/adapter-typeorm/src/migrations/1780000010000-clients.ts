import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "../dialect-of.js";
import type { Dialect } from "../dialect.js";
import { ofAccount } from "./foreign-keys.js";

/** Clients, the assertions that they have exchanged, and the audit trail. */
export class Clients1780000010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const dialect = dialectOf(runner.dataSource);
    for (const statement of [...clients(dialect), ...audit(dialect)]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ["audit", "assertions", "clients"]) await runner.query(`DROP TABLE ${table}`);
  }
}

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
  `CREATE INDEX clients_of_account ON clients (account_id, created_at)`,
  `CREATE TABLE assertions (
    account_id ${integer} NOT NULL,
    client_id ${text} NOT NULL,
    jti ${text} NOT NULL,
    until ${integer} NOT NULL,
    PRIMARY KEY (account_id, client_id, jti),
    ${ofAccount}
  )${clustered}`,
  `CREATE INDEX assertions_by_end ON assertions (account_id, until)`,
];

const audit = ({ types: { integer, text }, clustered, growing }: Dialect): string[] => [
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
    PRIMARY KEY (account_id, at, id),
    ${ofAccount}
  )${clustered}`,
  ...growing("audit"),
];
