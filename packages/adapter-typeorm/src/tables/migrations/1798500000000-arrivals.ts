import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf, ofAccount } from "./schema-sql.js";

/** Adds the table of what arrived from each source on each day. */
export class Arrivals1798500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { types, clustered } = dialectOf(runner.dataSource);
    await runner.query(`CREATE TABLE arrivals (
      account_id ${types.integer} NOT NULL,
      source ${types.text} NOT NULL,
      day ${types.integer} NOT NULL,
      row_count ${types.integer} NOT NULL,
      last_at ${types.integer},
      failed_at ${types.integer},
      PRIMARY KEY (account_id, source, day),
      ${ofAccount}
    )${clustered}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE arrivals");
  }
}
