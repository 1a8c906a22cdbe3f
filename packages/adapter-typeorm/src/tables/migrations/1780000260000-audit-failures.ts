import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./dialect-of.js";
import type { Dialect } from "../../engine/dialect.js";
import { ofAccount } from "./foreign-keys.js";

/** Creates the table for counts of failed authentications. Otherwise, each failure would add an audit record. */
export class AuditFailures1780000260000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const dialect = dialectOf(runner.dataSource);
    await runner.query(failures(dialect));
    for (const statement of dialect.counting("audit_failures", "failures")) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE audit_failures");
  }
}

const failures = ({ types: { integer, text }, clustered }: Dialect): string =>
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
  )${clustered}`;
