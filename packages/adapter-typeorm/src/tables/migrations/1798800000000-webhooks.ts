import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf, ofAccount } from "./schema-sql.js";

/** Adds the tables of webhooks, which report changes to other systems, and of the attempts to deliver their messages. */
export class Webhooks1798800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { types, clustered } = dialectOf(runner.dataSource);
    await runner.query(`CREATE TABLE webhooks (
      account_id ${types.integer} NOT NULL,
      id ${types.text} NOT NULL,
      url ${types.text} NOT NULL,
      lists ${types.text} NOT NULL,
      secrets ${types.text} NOT NULL,
      created_at ${types.integer} NOT NULL,
      reached ${types.text} NOT NULL,
      epoch ${types.text} NOT NULL,
      pending ${types.text},
      due_at ${types.integer} NOT NULL,
      failing_since ${types.integer},
      disabled ${types.text},
      attempts ${types.integer} NOT NULL,
      PRIMARY KEY (account_id, id),
      ${ofAccount}
    )${clustered}`);
    await runner.query(`CREATE TABLE webhook_deliveries (
      account_id ${types.integer} NOT NULL,
      webhook_id ${types.text} NOT NULL,
      number ${types.integer} NOT NULL,
      message ${types.text} NOT NULL,
      type ${types.text} NOT NULL,
      changes ${types.integer} NOT NULL,
      at ${types.integer} NOT NULL,
      status ${types.integer},
      failure ${types.text},
      milliseconds ${types.integer} NOT NULL,
      answer ${types.text} NOT NULL,
      PRIMARY KEY (account_id, webhook_id, number),
      ${ofAccount}
    )${clustered}`);
    // Repeats when webhooks are due, so that one query finds the due webhooks of all accounts.
    await runner.query(`CREATE TABLE due_webhooks (
      account_id ${types.integer} NOT NULL,
      webhook_id ${types.text} NOT NULL,
      due_at ${types.integer} NOT NULL,
      settled_revision ${types.integer} NOT NULL,
      is_failing ${types.integer} NOT NULL,
      PRIMARY KEY (account_id, webhook_id),
      ${ofAccount}
    )${clustered}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ["due_webhooks", "webhook_deliveries", "webhooks"]) await runner.query(`DROP TABLE ${table}`);
  }
}
