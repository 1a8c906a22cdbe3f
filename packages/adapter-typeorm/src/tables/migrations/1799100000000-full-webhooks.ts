import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./schema-sql.js";

/** Adds to webhooks whether their messages contain the changed rows. */
export class FullWebhooks1799100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { flag } = dialectOf(runner.dataSource).types;
    await runner.query(`ALTER TABLE webhooks ADD COLUMN is_full ${flag} NOT NULL DEFAULT false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE webhooks DROP COLUMN is_full");
  }
}
