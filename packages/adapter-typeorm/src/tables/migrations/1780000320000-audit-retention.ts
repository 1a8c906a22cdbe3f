import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./dialect-of.js";
import { ofAccount } from "./foreign-keys.js";

/**
 * Allows one job to delete old audit records. A row in `audit_retention` contains the time before which an account's
 * audit records may be deleted. The job inserts and deletes this row in the same transaction.
 */
export class AuditRetention1780000320000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { types, clustered, allowDeletes } = dialectOf(runner.dataSource);
    await runner.query(`CREATE TABLE audit_retention (
      account_id ${types.integer} NOT NULL,
      before ${types.integer} NOT NULL,
      PRIMARY KEY (account_id),
      ${ofAccount}
    )${clustered}`);
    for (const statement of allowDeletes()) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of dialectOf(runner.dataSource).keeping()) await runner.query(statement);
    await runner.query("DROP TABLE audit_retention");
  }
}
