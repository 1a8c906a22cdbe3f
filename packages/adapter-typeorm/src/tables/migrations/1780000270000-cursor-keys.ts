import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./dialect-of.js";
import { ofAccount } from "./foreign-keys.js";

/** Creates the table for the key that signs an account's change cursors. */
export class CursorKeys1780000270000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { types, clustered } = dialectOf(runner.dataSource);
    await runner.query(`CREATE TABLE cursor_keys (
      account_id ${types.integer} NOT NULL,
      key ${types.text} NOT NULL,
      PRIMARY KEY (account_id),
      ${ofAccount}
    )${clustered}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE cursor_keys");
  }
}
