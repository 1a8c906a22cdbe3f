import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./dialect-of.js";
import type { Dialect } from "../../engine/dialect.js";
import { ofAccount } from "./foreign-keys.js";

/** Creates the tables for appointment imports: connection settings, import runs, and lookup keys of invites. */
export class Imports1780000030000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const dialect = dialectOf(runner.dataSource);
    for (const statement of [...tables(dialect), ...columns(dialect)]) await runner.query(statement);
    await findInvites(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of names) await runner.query(`DROP TABLE ${table}`);
    for (const [table, column] of added) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
  }
}

const names = ["staged_rows", "import_errors", "import_runs", "stops", "import_connections", "invite_keys"] as const;

const added = [
  ["appointments", "date_of_birth"],
  ["appointments", "source"],
  ["invites", "patient_id"],
  ["invites", "visit"],
] as const;

const columns = ({ types: { text } }: Dialect): string[] =>
  added.map(([table, column]) => `ALTER TABLE ${table} ADD COLUMN ${column} ${text}`);

const tables = (dialect: Dialect): string[] => [...termTables(dialect), ...runTables(dialect)];

const termTables = ({ types: { integer, text, flag }, clustered }: Dialect): string[] => [
  `CREATE TABLE invite_keys (
    account_id ${integer} NOT NULL,
    kind ${text} NOT NULL,
    value ${text} NOT NULL,
    sent_at ${integer} NOT NULL,
    id ${integer} NOT NULL,
    provider_id ${integer},
    PRIMARY KEY (account_id, kind, value, sent_at, id),
    ${ofAccount}
  )${clustered}`,
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
];

const runTables = ({ types: { integer, text, flag }, clustered }: Dialect): string[] => [
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
    PRIMARY KEY (account_id, id),
    ${ofAccount}
  )${clustered}`,
  `CREATE INDEX import_runs_by_state ON import_runs (account_id, is_complete, id)`,
  `CREATE TABLE import_errors (
    account_id ${integer} NOT NULL,
    run_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    side ${text} NOT NULL,
    type ${text} NOT NULL,
    file_row ${integer} NOT NULL,
    item ${text} NOT NULL,
    PRIMARY KEY (account_id, run_id, id),
    ${ofAccount}
  )${clustered}`,
  `CREATE INDEX import_errors_by_type ON import_errors (account_id, run_id, side, type, id)`,
  `CREATE TABLE staged_rows (
    account_id ${integer} NOT NULL,
    staging ${text} NOT NULL,
    position ${integer} NOT NULL,
    body ${text} NOT NULL,
    added_at ${integer} NOT NULL,
    PRIMARY KEY (account_id, staging, position),
    ${ofAccount}
  )${clustered}`,
];

/**
 * Adds lookup keys for existing invites. Sets the account before each query, because row-level security shows only the
 * rows of one account.
 */
async function findInvites(runner: QueryRunner): Promise<void> {
  const accounts = (await runner.query("SELECT id FROM accounts")) as readonly { readonly id: number | string }[];
  const isPostgres = runner.dataSource.options.type === "postgres";
  for (const { id } of accounts) {
    const account = Number(id);
    if (isPostgres) {
      await runner.query(`SELECT set_config('app.account_id', '${account}', true)`);
    }
    const keys = (kind: string, value: string, condition: string) =>
      `INSERT INTO invite_keys (account_id, kind, value, sent_at, id, provider_id)
        SELECT account_id, '${kind}', ${value}, sent_at, id, provider_id FROM invites
        WHERE account_id = ${account} AND ${condition}`;
    await runner.query(keys("phone", "phone", "phone IS NOT NULL"));
    await runner.query(keys("email", "lower(trim(sent_to))", "sent_to LIKE '%@%'"));
  }
  // Run deferred checks now, because PostgreSQL cannot alter a table with pending checks.
  if (isPostgres) await runner.query("SET CONSTRAINTS ALL IMMEDIATE");
}
