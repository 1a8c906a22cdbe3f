import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf, ofAccount } from "./schema-sql.js";

/** Adds the table of the histories of sources of data. */
export class Sources1798500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { types, clustered } = dialectOf(runner.dataSource);
    await runner.query(`CREATE TABLE sources (
      account_id ${types.integer} NOT NULL,
      source ${types.text} NOT NULL,
      last_day ${types.integer} NOT NULL,
      row_count ${types.integer} NOT NULL,
      days ${types.integer} NOT NULL,
      last_at ${types.integer},
      failed_at ${types.integer},
      PRIMARY KEY (account_id, source),
      ${ofAccount}
    )${clustered}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE sources");
  }
}
