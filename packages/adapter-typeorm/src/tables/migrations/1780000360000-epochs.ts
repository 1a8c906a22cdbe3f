import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./dialect-of.js";
import { ofAccount } from "./foreign-keys.js";

/** Creates the table for the epoch of each account's data. A row with an empty origin is invalid on PostgreSQL. */
export class Epochs1780000360000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { types, clustered } = dialectOf(runner.dataSource);
    await runner.query(`CREATE TABLE epochs (
      account_id ${types.integer} NOT NULL,
      epoch ${types.text} NOT NULL,
      origin ${types.text} NOT NULL,
      PRIMARY KEY (account_id),
      ${ofAccount}
    )${clustered}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE epochs");
  }
}
