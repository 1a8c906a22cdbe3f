import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./dialect-of.js";
import type { Dialect } from "../../engine/dialect.js";
import { ofAccount } from "./foreign-keys.js";

/**
 * Creates the table for import attempts, including attempts that failed before they created a run. Adds indexes that
 * find files that were imported before.
 */
export class ImportAttempts1780000290000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const dialect = dialectOf(runner.dataSource);
    await runner.query(attempts(dialect));
    await runner.query("CREATE INDEX import_attempts_by_status ON import_attempts (account_id, status, id)");
    await runner.query(`ALTER TABLE patient_files ADD COLUMN digest ${dialect.types.text}`);
    for (const table of digested) {
      await runner.query(`CREATE INDEX ${table}_by_digest ON ${table} (account_id, digest, id)`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of digested) await runner.query(`DROP INDEX ${table}_by_digest`);
    await runner.query("ALTER TABLE patient_files DROP COLUMN digest");
    await runner.query("DROP TABLE import_attempts");
  }
}

const digested = ["import_runs", "patient_files"];

const attempts = ({ types: { integer, text, flag }, clustered }: Dialect): string =>
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
  )${clustered}`;
