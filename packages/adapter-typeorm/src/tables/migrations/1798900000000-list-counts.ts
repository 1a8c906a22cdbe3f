import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf, ofAccount } from "./schema-sql.js";

/** Creates the table for the stored counts of lists. */
export class ListCounts1798900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { types, clustered } = dialectOf(runner.dataSource);
    await runner.query(`CREATE TABLE list_counts (
      account_id ${types.integer} NOT NULL,
      list ${types.text} NOT NULL,
      from_at ${types.integer} NOT NULL,
      to_at ${types.integer} NOT NULL,
      counts ${types.text} NOT NULL,
      PRIMARY KEY (account_id, list, from_at, to_at),
      ${ofAccount}
    )${clustered}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE list_counts");
  }
}
